// What a search reports, in UCI's words (protocols.md section 1).
#pragma once

#include "search/engine.hpp"
#include "search/listener.hpp"

#include <string>

namespace agon::protocol {

/// "info depth 5 … pv a1b2"; `pv` is omitted if the line is empty.
[[nodiscard]] std::string info_text(const search::Info& info, bool show_wdl);

/// "cp 12"; or for a decisive score "mate 3", negative when losing.
[[nodiscard]] std::string score_text(search::Score score);

/// "bestmove a1b2 ponder c3d4"; "bestmove (none)" when the game is over.
[[nodiscard]] std::string bestmove_text(const search::Answer& answer);

} // namespace agon::protocol
