// The queries of `agon analyse` (README.md). A query is a line of JSON.
#pragma once

#include "engine/error.hpp"
#include "engine/game/game.hpp"
#include "engine/rules/presets.hpp"
#include "search/limits.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace agon::analysis {

/// A query that cannot be answered. what() is "FIELD: fault", in one line.
class QueryFault : public Error {
public:
    QueryFault(std::optional<std::string> id, std::string field, const std::string& text)
        : Error(text), id_(std::move(id)), field_(std::move(field)) {}
    [[nodiscard]] const std::optional<std::string>& id() const { return id_; } ///< if it has one
    [[nodiscard]] const std::string& field() const { return field_; } ///< empty: the whole line

private:
    std::optional<std::string> id_;
    std::string field_;
};

inline constexpr std::size_t MAX_ID = 1000; ///< bytes: each answer repeats it

struct Query {
    std::string id;
    std::string first;              ///< the text of the game's first position
    Game game;                      ///< with all actions
    std::vector<std::size_t> plies; ///< to analyse: at least one, each once, at most game.length()
    std::vector<int> priorities;    ///< of these
    search::Limits limits;          ///< some of nodes, move_time and depth
    int lines = 1;                  ///< 1 to search::MAX_MULTI_PV
    bool legal = false;             ///< whether the legal actions are asked for
    std::optional<search::Milliseconds> report_every{};

    /// The game until there.
    [[nodiscard]] Game game_at(std::size_t ply) const;
};

struct Terminate {
    std::string id;
    std::optional<std::string> of; ///< the id of the queries; nullopt for all
    std::set<std::size_t> plies;   ///< empty for all

    [[nodiscard]] bool concerns(const std::string& query, std::size_t ply) const;
};
struct QueryVersion {
    std::string id;
};
struct ClearCache {
    std::string id;
};
using Request = std::variant<Query, Terminate, QueryVersion, ClearCache>;

/// Of a query that has none, unless its program says otherwise.
[[nodiscard]] inline search::Limits default_limits() {
    search::Limits limits;
    limits.nodes = 200'000;
    return limits;
}

/// `otherwise` are the limits of a query that has none. Throws QueryFault.
[[nodiscard]] Request parse_request(std::string_view line, const Presets& presets,
                                    const search::Limits& otherwise);

} // namespace agon::analysis
