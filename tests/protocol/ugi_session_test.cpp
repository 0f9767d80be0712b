// UGI: the conduct of UCI in UGI's words, and what UGI has of its own.
#include "tests/protocol/transcript.hpp"
#include "tests/protocol/uci_fixture.hpp"

#include <doctest/doctest.h>

#include <map>
#include <regex>
#include <string>

namespace {

using namespace agon::protocol;

struct UgiFixture : support::UciFixture {
    UgiFixture() : UciFixture(UGI) {}
};

void play(const support::Transcript& transcript) {
    CAPTURE(transcript.name);
    UgiFixture ugi;
    support::play_transcript(transcript, ugi.session, ugi.sink);
}

/// A transcript of UCI in UGI's words.
std::string translated(const std::string& line) {
    static const std::map<std::string, std::string> WORDS = {
        {"uci", "ugi"},      {"uciok", "ugiok"},  {"ucinewgame", "uginewgame"},
        {"wtime", "p1time"}, {"btime", "p2time"}, {"winc", "p1inc"},
        {"binc", "p2inc"}};
    static const std::regex WORD("\\w+");
    std::string text;
    auto end_of_last = line.cbegin();
    for (std::sregex_iterator it(line.begin(), line.end(), WORD), end; it != end; ++it) {
        const auto found = WORDS.find(it->str());
        text.append(end_of_last, (*it)[0].first);
        text += found == WORDS.end() ? it->str() : found->second;
        end_of_last = (*it)[0].second;
    }
    return text.append(end_of_last, line.cend());
}

} // namespace

TEST_CASE("UGI: the whole conduct table of UCI") {
    int count = 0;
    for (support::Transcript& transcript : support::read_transcripts("uci.txt")) {
        if (transcript.name == "help") continue; // the list of commands is another
        for (auto& [where, line] : transcript.lines) line = translated(line);
        play(transcript);
        ++count;
    }
    CHECK(count >= 15);
}

TEST_CASE("UGI: words of UCI are unknown") {
    CHECK(translated("go wtime 5 winc: 1 UCI_Elo") == "go p1time 5 p1inc: 1 UCI_Elo");
    UgiFixture ugi;
    for (const char* word : {"uci", "ucinewgame"})
        CHECK(ugi.say(word).at(0).starts_with("info string Unknown command: "));
    const auto said = ugi.say("go wtime 100 depth 1");
    CHECK(said.at(0) == "info string go: unknown word 'wtime'");
}

TEST_CASE("UGI by transcripts: queries, and Cute Games's traffic") {
    for (const support::Transcript& transcript : support::read_transcripts("ugi.txt"))
        play(transcript);
}

TEST_CASE("UGI: bestmove has two words") {
    UgiFixture ugi;
    const auto said = ugi.say("go depth 4");
    CHECK(std::regex_match(said.back(), std::regex("bestmove [a-l0-9]+")));
}
