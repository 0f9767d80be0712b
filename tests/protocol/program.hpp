// The real executable over pipes.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace support {

struct Finished {
    int status = -1; ///< -1: it had to be killed
    std::string out, err;
    std::chrono::milliseconds after_input{}; ///< from the last of the input to the end

    [[nodiscard]] std::string last_line() const;
    [[nodiscard]] std::vector<std::string> lines() const;
};

enum class Input { Close, KeepOpen };

/// Runs `agon`, says `input` and, unless told to keep it open, ends the input; then waits for its
/// end. Before the last line is said, the program has `head_start` to begin what the others ask.
[[nodiscard]] Finished run_agon(const std::vector<std::string>& arguments,
                                const std::string& input = "", Input then = Input::Close,
                                std::chrono::milliseconds head_start = {});

} // namespace support
