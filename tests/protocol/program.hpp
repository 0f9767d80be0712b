// The real executable over pipes.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace support {

struct Finished {
    int status = -1; ///< -1: it had to be killed
    std::string out, err;
    std::chrono::milliseconds after_input{}; ///< from the end of the input to the exit

    [[nodiscard]] std::string last_line() const;
    [[nodiscard]] std::vector<std::string> lines() const;
};

enum class Input { Close, KeepOpen };

/// Runs `agon`, writes `input`, closes standard input unless `then` keeps it open, and waits for
/// the exit. Pauses for `head_start` before the last line, so that earlier commands have begun.
[[nodiscard]] Finished run_agon(const std::vector<std::string>& arguments,
                                const std::string& input = "", Input then = Input::Close,
                                std::chrono::milliseconds head_start = {});

} // namespace support
