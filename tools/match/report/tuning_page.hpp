// A tuning as one HTML page: its table, and the course of each parameter.
#pragma once

#include "tools/match/spsa/tunings.hpp"

#include <string>

namespace agon::match {

/// What the page shows:
///  - `title`, `summary`, `missing` (missing_text()), `options` (option_words()), `rows`
///    (value_rows()).
///  - `variant`, `setup`, `settings` (those of the journal).
///  - `courses`: of each parameter its `name`, `start`, `c_end` and a line for each shard: `name`,
///  and `points`
///    [iteration, value], some 400.
[[nodiscard]] Json tuning_json(const Tunings& tunings);

/// An HTML document that needs nothing else.
[[nodiscard]] std::string tuning_page(const Tunings& tunings);

} // namespace agon::match
