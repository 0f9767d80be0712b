// The options that describe a game: rules, setup, position and actions.
#pragma once

#include "protocol/cli/options.hpp"
#include "protocol/session/host.hpp"

namespace agon::protocol {

/// Must stay where it is while the options are read.
class GameOptions {
public:
    explicit GameOptions(program::Options& options);

    /// What UCI's setoption and position would do. Throws UsageError for an unknown variant, and
    /// Error when the rules file, the position or an action is at fault.
    void set_up(Host& host) const;
    /// Whether nothing but rules was chosen: no setup, position or actions.
    [[nodiscard]] bool from_the_beginning() const {
        return setup_ == "preset" && fen_.empty() && moves_.empty();
    }
    /// Of a host that was set up.
    [[nodiscard]] Game game() const;

private:
    std::string variant_{DEFAULT_PRESET}, variant_path_, setup_ = "preset", fen_, moves_;
};

} // namespace agon::protocol
