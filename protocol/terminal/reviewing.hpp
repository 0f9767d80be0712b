// Reviews in the terminal: their searches, progress and findings.
#pragma once

#include "protocol/os/signals.hpp"
#include "protocol/record/review.hpp"
#include "protocol/record/time_control.hpp"
#include "search/engine.hpp"

#include <functional>
#include <string>

namespace agon::protocol {

using platform::Interruption;

/// Continues a review at full strength, until it is complete or the user ends it; then returns
/// false. `shown` is called before each search. Blocks.
bool go_on(Review& review, search::Engine& engine, const TimeControl& control,
           const Interruption& interruption, const std::function<void()>& shown);

/// "57 of 120 positions".
[[nodiscard]] std::string progress_text(const Review& review);

/// White's chances and the mistakes, in lines.
[[nodiscard]] std::string summary_text(const Review& review);

} // namespace agon::protocol
