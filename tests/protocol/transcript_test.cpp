#include "tests/protocol/transcript.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <optional>
#include <string>

namespace support {
namespace {

using namespace std::chrono_literals;
constexpr auto PATIENCE =
    60s; ///< only a hang takes so long, sanitizers and a busy machine included

} // namespace

bool matches(std::string_view pattern, std::string_view line) {
    const auto gap = pattern.find("...");
    if (gap == std::string_view::npos) return pattern == line;
    if (!line.starts_with(pattern.substr(0, gap))) return false;
    const std::string_view rest = pattern.substr(gap + 3);
    for (std::size_t i = gap; i <= line.size(); ++i)
        if (matches(rest, line.substr(i))) return true;
    return false;
}

std::vector<Transcript> read_transcripts(const std::string& file) {
    std::ifstream stream(std::string(AGON_TEST_DATA) + '/' + file);
    std::vector<Transcript> transcripts;
    std::string line;
    for (std::size_t number = 1; std::getline(stream, line); ++number) {
        if (line.starts_with("== ")) transcripts.push_back({line.substr(3), {}});
        if (transcripts.empty() || line.starts_with("== ")) continue;
        const std::string where = file + ':' + std::to_string(number);
        const auto reply = line.starts_with("> ") ? line.find("  < ") : std::string::npos;
        auto& lines = transcripts.back().lines;
        lines.push_back({where, line.substr(0, reply)});
        if (reply == std::string::npos) continue;
        lines.push_back({where, line.substr(reply + 2)});
        lines.push_back({where, "<"});
    }
    REQUIRE_MESSAGE(!transcripts.empty(), file);
    return transcripts;
}

void play_transcript(const Transcript& transcript, agon::protocol::Session& session,
                     LineSink& sink) {
    std::optional<std::string> meanwhile;
    for (const Transcript::Line& entry : transcript.lines) {
        const std::string &where = entry.where, &line = entry.text;
        const std::string text = line.size() > 2 ? line.substr(2) : "";
        const auto passes_by = [&](const std::string& said) {
            return meanwhile && matches(*meanwhile, said);
        };
        switch (line.empty() ? '#' : line[0]) {
        case '#': break;
        case '>': session.handle(text); break;
        case '*': meanwhile = text; break;
        case '<': {
            auto said = sink.peek(PATIENCE);
            for (; said && !matches(text, *said) && passes_by(*said); said = sink.peek(PATIENCE))
                sink.drop();
            REQUIRE_MESSAGE(said, where << " nothing came where expected: " << text);
            REQUIRE_MESSAGE(matches(text, *said),
                            where << " expected: " << text << "\nsaid: " << *said);
            sink.drop();
            meanwhile.reset();
            break;
        }
        case '=': {
            using Clock = std::chrono::steady_clock;
            const auto end = Clock::now() + std::chrono::milliseconds(std::stoi(text));
            while (Clock::now() < end) {
                const auto said =
                    sink.peek(std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()));
                if (!said) break;
                REQUIRE_MESSAGE(passes_by(*said), where << " said: " << *said);
                sink.drop();
            }
            break;
        }
        default: FAIL(where << " is not a line of a transcript: " << line);
        }
    }
    REQUIRE_MESSAGE(session.wait_until_idle_for(PATIENCE), transcript.name << " does not end");
    for (const std::string& rest : sink.take_all())
        FAIL_CHECK(transcript.name << " left over: " << rest);
}

} // namespace support

TEST_CASE("a pattern matches itself and what its gaps allow") {
    using support::matches;
    CHECK(matches("readyok", "readyok"));
    CHECK_FALSE(matches("readyok", "readyok "));
    CHECK(matches("info ... score ...", "info depth 1 score cp 3"));
    CHECK_FALSE(matches("info ... score ...", "info depth 1"));
    CHECK(matches("a...b", "ab"));
    CHECK(matches("a...b", "abcb"));
    CHECK_FALSE(matches("a...b", "abc"));
}
