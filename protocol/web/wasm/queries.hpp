// Queries as of `agon analyse` among the lines for an engine.
#pragma once

#include "engine/rules/rules.hpp"
#include "protocol/session/host.hpp"
#include "protocol/session/output.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

namespace agon::protocol {

class Queries {
public:
    Queries() = default;
    virtual ~Queries() = default;
    Queries(const Queries&) = delete;
    Queries& operator=(const Queries&) = delete;

    /// Blocks until the query is answered, by the host's engine. `stopped` is asked often, and ends
    /// all searches of the query once it is true.
    virtual void answer(std::string_view query, const std::function<bool()>& stopped) = 0;
    /// The rules of the positions that are to be searched; nullopt if none is, as in a faulty
    /// query.
    [[nodiscard]] virtual std::optional<RuleSet> rules(std::string_view query) const = 0;
};

/// Null in a module that takes no queries, which is a matter of linking: queries.cpp or
/// no_queries.cpp. Host and output must outlive it.
[[nodiscard]] std::unique_ptr<Queries> make_queries(Host& host, Output& output);

} // namespace agon::protocol
