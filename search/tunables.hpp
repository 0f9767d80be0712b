// Every number of the search that matches can tune, in one table. The values are constants, except
// under the CMake option AGON_TUNE, which makes each a variable and a UCI option of the same name.
#pragma once

#include <algorithm>
#include <string_view>

// Name, default, least, most, step. Scores and margins in score units, depths in plies.
#define AGON_TUNABLES(ROW)                                                                         \
    /* Aspiration windows: half the first; wider than the widest, it opens fully. */               \
    ROW(ASPIRATION, 13, 5, 200, 5)                                                                 \
    ROW(WIDEST_ASPIRATION, 400, 100, 1600, 100)                                                    \
    ROW(FIRST_ASPIRED_DEPTH, 5, 2, 10, 1)                                                          \
    /* Internal iterative reduction, from this depth on: without a hash move the order is poor. */ \
    ROW(IIR_DEPTH, 4, 2, 10, 1)                                                                    \
    /* Reverse futility pruning: up to this depth; the margin above beta for each ply. */          \
    ROW(REVERSE_FUTILITY_DEPTH, 6, 1, 12, 1)                                                       \
    ROW(REVERSE_FUTILITY_MARGIN, 41, 5, 200, 5)                                                    \
    /* Late move pruning: up to this depth; (LATE_ACTIONS + depth squared) / 2 quiet actions. */   \
    ROW(LATE_DEPTH, 6, 1, 10, 1)                                                                   \
    ROW(LATE_ACTIONS, 6, 2, 40, 1)                                                                 \
    /* Late move reductions: from this depth on, after this number of actions in full, by */       \
    /* base + log(depth) * log(number) / divisor, both in hundredths. */                           \
    ROW(REDUCTION_DEPTH, 3, 2, 8, 1)                                                               \
    ROW(REDUCTION_NUMBER, 3, 1, 10, 1)                                                             \
    ROW(REDUCTION_BASE, 224, 0, 500, 20)                                                           \
    ROW(REDUCTION_DIVISOR, 208, 50, 800, 20)                                                       \
    /* Percent that an evaluation loses up to the no-progress limit. */                            \
    ROW(NO_PROGRESS_SCALE, 74, 0, 100, 10)                                                         \
    /* Ordering: for each ring inward; in units of the history, which soon outweighs it. */        \
    ROW(ORDER_INWARD, 1'111, 0, 8'192, 128)                                                        \
    /* History bonus: times depth squared, and its limit. */                                       \
    ROW(HISTORY_BONUS, 16, 1, 128, 4)                                                              \
    ROW(HISTORY_BONUS_LIMIT, 4'096, 256, 16'384, 256)                                              \
    /* Table: plies that an entry loses per later search; extra plies that protect it. */          \
    ROW(TABLE_AGING, 4, 0, 16, 1)                                                                  \
    ROW(TABLE_DEEPER, 2, 0, 8, 1)                                                                  \
    /* Time. The share of an action is the clock over MOVES_TO_GO_..., plus TIME_INCREMENT */      \
    /* percent of the increment. Soft and hard limit are percent of the share. The nodes spent */  \
    /* on the best action and its stability change the soft limit by at most TIME_SHARE and */     \
    /* TIME_STABLE percent. The hard limit leaves time for TIME_LEAST_ACTIONS. */                  \
    ROW(MOVES_TO_GO_WITH_INCREMENT, 23, 5, 75, 5)                                                  \
    ROW(MOVES_TO_GO_WITHOUT, 80, 75, 300, 5)                                                       \
    ROW(TIME_INCREMENT, 75, 0, 100, 5)                                                             \
    ROW(TIME_SOFT, 70, 10, 200, 5)                                                                 \
    ROW(TIME_SHARE, 31, 0, 200, 10)                                                                \
    ROW(TIME_STABLE, 30, 0, 200, 10)                                                               \
    ROW(TIME_HARD, 273, 100, 800, 25)                                                              \
    ROW(TIME_LEAST_ACTIONS, 3, 2, 20, 1)

namespace agon::search {

#ifdef AGON_TUNE
using TunableValue = int; ///< set between searches only
#else
using TunableValue = const int;
#endif

namespace tunables {
#define AGON_ROW(name, value, least, most, step) inline TunableValue name = value;
AGON_TUNABLES(AGON_ROW)
#undef AGON_ROW
} // namespace tunables

/// A row of the table.
struct Tunable {
    std::string_view name;
    TunableValue* value;
    int standard, least, most, step;
};

#define AGON_ROW(name, value, least, most, step) {#name, &tunables::name, value, least, most, step},
inline constexpr Tunable TUNABLES[] = {AGON_TUNABLES(AGON_ROW)};
#undef AGON_ROW

static_assert(std::ranges::all_of(TUNABLES, [](const Tunable& row) {
    return row.least <= row.standard && row.standard <= row.most && row.step > 0 &&
           row.step <= row.most - row.least;
}));

} // namespace agon::search
