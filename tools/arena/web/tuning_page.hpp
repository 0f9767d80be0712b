// A tuning as one HTML page: its table, and the course of each parameter.
#pragma once

#include "tools/arena/journal/json.hpp"
#include "tools/arena/tuning/tunings.hpp"

#include <string>

namespace agon::arena {

/// What the page shows:
///  - `title`, `summary`, `missing` (missing_text()), `options` (option_words()), `rows`
///    (value_rows()).
///  - `variant`, `setup`, `settings` (those of the journal).
///  - `courses`: for each parameter its `name`, `start`, `c_end` and a line for each shard: `name`
///    and about 400 `points` [iteration, value].
[[nodiscard]] Json tuning_json(const Tunings& tunings);

/// A self-contained HTML document.
[[nodiscard]] std::string tuning_page(const Tunings& tunings);

} // namespace agon::arena
