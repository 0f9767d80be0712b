// Runs agon-match as a user does.
#pragma once

#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace agon::test {

struct Run {
    int status;
    std::string output;
    [[nodiscard]] bool says(const std::string& text) const {
        return output.find(text) != std::string::npos;
    }
    [[nodiscard]] int count(const std::string& text) const {
        int times = 0;
        for (auto at = output.find(text); at != std::string::npos; at = output.find(text, at + 1))
            ++times;
        return times;
    }
};

/// A shell command that runs beside the test. Several of them wait at the same time.
class Running {
public:
    explicit Running(const std::string& command) : pipe_(popen(command.c_str(), "r")) {
        REQUIRE(pipe_);
    }
    ~Running() {
        if (pipe_) pclose(pipe_);
    }
    Running(Running&& other) noexcept : pipe_(std::exchange(other.pipe_, nullptr)) {}
    Running& operator=(Running&&) = delete;

    /// Waits for its end; only once. It may stand still until then: a pipe holds 64 KB.
    Run finish() {
        std::string output;
        std::array<char, 4096> buffer{};
        while (const auto size = fread(buffer.data(), 1, buffer.size(), pipe_))
            output.append(buffer.data(), size);
        const int status = pclose(std::exchange(pipe_, nullptr));
        return {WEXITSTATUS(status), output};
    }

private:
    FILE* pipe_;
};

/// Runs a shell command and keeps its standard output.
inline Run run_shell(const std::string& command) { return Running(command).finish(); }

inline Running start(const std::string& arguments) {
    return Running(AGON_BIN "/agon-match " + arguments + " 2>&1");
}

inline Run run(const std::string& arguments) { return start(arguments).finish(); }

/// Checks that agon-match refuses a command line: one line that has `words` in it, and the status.
inline void check_refused(const std::string& arguments, const std::string& words, int status = 2) {
    const Run match = run(arguments);
    CAPTURE(arguments);
    CAPTURE(match.output);
    CHECK(match.status == status);
    CHECK(match.output.starts_with("agon-match: "));
    CHECK(match.says(words));
    CHECK(match.count("\n") == 1);
}

/// The words that add a mock engine (mock_engine.cpp) to a match.
inline std::string engine(const std::string& name, const std::string& args = "uci") {
    return "-engine cmd=" AGON_BIN "/mock_engine name=" + name + " 'args=" + args + "' ";
}

inline const std::string CLOCK = "-each tc=60+1 ";

using support::read_file;

/// The text with `to` in place of the first `from`, which must occur.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

inline void write_file(const std::string& file, std::string_view bytes) {
    std::ofstream stream(file, std::ios::binary);
    stream << bytes;
    REQUIRE(stream.flush());
}

/// A folder that is removed with this object.
struct TemporaryFolder {
    TemporaryFolder() {
        std::string name = std::filesystem::temp_directory_path() / "agon-match-test-XXXXXX";
        REQUIRE(mkdtemp(name.data()));
        path = name;
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] std::string operator/(const std::string& name) const { return path / name; }
    std::filesystem::path path;
};

} // namespace agon::test
