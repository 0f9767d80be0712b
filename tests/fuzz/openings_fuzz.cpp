// Input: a line "epd|pgn|rules VARIANT SETUP PLIES", then a file for agon-match.
//
//  - A refusal is one line: it gives the file and a line of it, or reports that it has no opening.
//    That line of an EPD file is also refused by itself; the lines before it are accepted.
//  - An opening has at most PLIES actions, also legal for the referee, and its game is not over.
//  - Openings survive being written as EPD or PGN and read back.
//  - An accepted rules file has the variant, and the setup is a valid position under its rules.
#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/record/epd.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/openings.hpp"
#include "protocol/record/pgn.hpp"
#include "protocol/record/record.hpp"
#include "tests/fuzz/rules_line.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/twin.hpp"

#include <optional>
#include <sstream>

using namespace agon;

using Format = OpeningSettings::Format;

namespace {

constexpr std::string_view NO_OPENING = ": no opening";

struct Task {
    std::string kind, variant, setup;
    int plies = 0;
};

Task parse_task(const std::string& line) {
    Task task;
    std::istringstream words(line);
    words >> task.kind >> task.variant >> task.setup >> task.plies;
    task.plies = std::clamp(task.plies, 0, 100);
    return task;
}

struct Loaded {
    std::vector<Opening> openings;
    std::string file;
    std::optional<std::string> refusal;
};

Loaded load(const std::string& text, Format format, const MatchRules& rules, int plies = 0) {
    const fuzz::MemoryFile file(text);
    try {
        return {load_openings({.file = file.path(), .format = format, .plies = plies}, rules),
                file.path(), std::nullopt};
    } catch (const Error& error) {
        return {{}, file.path(), error.what()};
    }
}

void check_refusal(const Loaded& loaded, const std::string& text, Format format,
                   const MatchRules& rules) {
    if (*loaded.refusal == loaded.file + std::string(NO_OPENING)) return;
    const auto line = fuzz::named_line(*loaded.refusal, loaded.file, fuzz::count_lines(text));
    if (format == Format::Pgn) return; // a game takes several lines
    std::istringstream stream(text);
    std::string before, at;
    for (std::size_t i = 1; i < line && std::getline(stream, at); ++i) before += at + '\n';
    std::getline(stream, at);
    const auto alone = load(at, format, rules);
    if (!alone.refusal || alone.refusal->ends_with(NO_OPENING))
        fuzz::broken("the line that is named is at fault", *loaded.refusal);
    const auto without = load(before, format, rules);
    if (without.refusal && !without.refusal->ends_with(NO_OPENING))
        fuzz::broken("the lines before the one that is named are not at fault", *without.refusal);
}

bool same(const Opening& a, const Opening& b) { return a.first == b.first && a.moves == b.moves; }

void check_opening(const Opening& opening, const Task& task, const MatchRules& rules,
                   const support::RulePair& pair) {
    support::Twin twin(pair, to_text(opening.first));
    for (const Move move : opening.moves) {
        if (!twin.offers(to_text(move)))
            fuzz::broken("an opening's actions are legal", to_text(move));
        twin.play(move);
    }
    if (twin.outcome() != "none") fuzz::broken("an opening is not over", twin.outcome());
    if (task.plies > 0 && opening.moves.size() > static_cast<std::size_t>(task.plies))
        fuzz::broken("at most PLIES actions are taken", std::to_string(opening.moves.size()));
    const auto epd = load(to_epd(opening.first) + '\n', Format::Epd, rules);
    if (Game(rules.rules, opening.first).outcome()
            ? !epd.refusal
            : !same(epd.openings.at(0), {opening.first, false, {}}))
        fuzz::broken("an EPD is read as what was written", to_epd(opening.first));
    GameRecord record;
    record.first = opening.first;
    for (const Move move : opening.moves) record.actions.emplace_back().move = move;
    const auto pgn = load(to_pgn(record, rules), Format::Pgn, rules);
    if (pgn.refusal || pgn.openings.size() != 1 || !same(pgn.openings[0], opening))
        fuzz::broken("a PGN is read as what was written", to_pgn(record, rules));
}

void check_rules_file(const Task& task, const std::string& text) {
    const fuzz::MemoryFile file(text);
    try {
        const auto rules = make_match_rules(task.variant, task.setup, file.path(), {});
        support::Twin start(fuzz::paired(task.variant, rules.rules), to_text(rules.start()));
    } catch (const Error& error) {
        if (!fuzz::is_one_line(error.what())) fuzz::broken("a refusal is one line", error.what());
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto first = fuzz::lines_of(data, size, 1);
    if (first.empty()) return 0;
    const Task task = parse_task(first[0]);
    const std::string all(reinterpret_cast<const char*>(data), size);
    const std::string text = all.substr(std::min(first[0].size() + 1, size));
    if (task.kind == "rules") return check_rules_file(task, text), 0;

    const auto pair = fuzz::rules_named(task.variant);
    const auto rules = make_match_rules(pair.name, "preset", "", {});
    const Format format = task.kind == "pgn" ? Format::Pgn : Format::Epd;
    const auto loaded = load(text, format, rules, task.plies);
    if (loaded.refusal) return check_refusal(loaded, text, format, rules), 0;
    constexpr std::size_t MAX_OPENINGS = 20;
    for (std::size_t i = 0; i < std::min(loaded.openings.size(), MAX_OPENINGS); ++i)
        check_opening(loaded.openings[i], task, rules, pair);
    return 0;
}
