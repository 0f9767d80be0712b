// What a reader wants to know first: when it was, who won by how much, and whether that is certain.
#pragma once

#include "tools/arena/journal/journals.hpp"
#include "tools/arena/journal/json.hpp"
#include "tools/arena/stats/score_table.hpp"

#include <string>
#include <vector>

namespace agon::arena {

/// A sentence. Pages in another language than English have their own for the key, with the values.
struct Said {
    std::string key;
    std::vector<Json> values; ///< strings, and numbers that each language writes its own way
    std::string text;         ///< in English
};

struct Headline {
    std::string date; ///< "2026-11-21" or "2026-11-20 to 2026-11-21", UTC; empty if unknown
    Said result;      ///< "A beat B by 3.5 to 0.5 in 4 games, +3 =1 -0"
    Said verdict;     ///< "Undecided after 200 of about 1140 games."
};

/// `scores` are those of all games, `schedule` is after them; `names` are the engines'. Throws a
/// std::exception for faulty settings.
[[nodiscard]] Headline headline_of(const MatchHistory& match, const std::vector<std::string>& names,
                                   const ScoreTable& scores, const Schedule& schedule);

} // namespace agon::arena
