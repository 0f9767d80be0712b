// A search's findings in UCI's words.
#pragma once

#include "search/engine.hpp"

#include <string>

namespace agon::protocol {

/// "info depth 5 … pv a1b2"; without `pv` when there is no line, with `wdl` if `show_wdl`.
[[nodiscard]] std::string info_text(const search::Info& info, bool show_wdl);

/// "cp 12", or for a decisive score "mate 3" and, when losing, "mate -3" (protocols.md section 1
/// (info and bestmove)).
[[nodiscard]] std::string score_text(search::Score score);

/// "bestmove a1b2 ponder c3d4"; "bestmove (none)" when the game is over.
[[nodiscard]] std::string bestmove_text(const search::Answer& answer);

/// Nodes in a second, also when hardly any time has passed.
[[nodiscard]] std::uint64_t per_second(std::uint64_t nodes, std::chrono::microseconds time);

} // namespace agon::protocol
