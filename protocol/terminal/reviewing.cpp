#include "protocol/terminal/reviewing.hpp"

#include "protocol/analysis/analyse.hpp"

#include <fmt/format.h>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace agon::protocol {

bool go_on(Review& review, search::Engine& engine, const TimeControl& control, const Interruption&,
           const std::function<void()>& shown) {
    while (const auto task = review.next()) {
        if (Interruption::asked()) return false;
        shown();
        const TimeControl each = task->control(control);
        search::Limits limits;
        limits.move_time = each.move_time;
        limits.nodes = each.nodes;
        search::Control stop;
        stop.look_by([&stop](bool) {
            if (Interruption::asked()) stop.stop();
        });
        analysis::Line best =
            analysis::analyse({}, limits, engine, review.game_at(task->ply), stop).exact;
        if (Interruption::asked()) return false; // the search was cut short
        review.found(task->ply,
                     {analysis::evaluation_of(best.info), std::move(best.moves), task->deeper});
    }
    return true;
}

std::string progress_text(const Review& review) {
    return fmt::format("{} of {} positions", review.done(), review.size());
}

std::string summary_text(const Review& review) {
    std::string text = "White's chances in tenths, from the first position to the last:\n  " +
                       chances_text(review) + '\n';
    const std::vector<Mistake> mistakes = review.mistakes();
    for (const Mistake& mistake : mistakes)
        text += fmt::format("{}. {}\n", mistake.ply + 1, mistake.sentence());
    if (mistakes.empty()) text += "No mistakes were found.\n";
    return text + safety_text(review);
}

} // namespace agon::protocol
