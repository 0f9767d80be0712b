#include "bench/suite.hpp"

#include "engine/game/game.hpp"
#include "engine/record/notation.hpp"
#include "engine/rules/presets.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

namespace agon::embedded {
extern const std::string_view SUITE, PUZZLES;
}

namespace agon::bench {
namespace {

SuitePosition read_position(const Presets& presets, const std::string& line) {
    std::istringstream words(line);
    SuitePosition result;
    std::string kind;
    if (!(words >> result.preset >> result.mate >> result.plies >> kind))
        throw Error("expected PRESET N PLIES shortest|at-most POSITION");
    if (result.mate < 1 || result.plies < result.mate) throw Error("expected 1 <= N <= PLIES");
    if (kind != "shortest" && kind != "at-most")
        throw Error("expected shortest or at-most, got '" + kind + "'");
    result.shortest = kind == "shortest";
    std::getline(words >> std::ws, result.text);
    const RuleSet& rules = presets.at(result.preset).rules;
    if (Game(rules, parse_position(rules, result.text)).outcome()) throw Error("the game is over");
    return result;
}

Puzzle read_puzzle(const Presets& presets, const std::string& line) {
    if (std::ranges::count(line, ';') != 5)
        throw Error("expected VARIANT;POSITION;LINE;PLIES;GRADE;THEMES");
    std::istringstream fields(line);
    const auto field = [&fields] {
        std::string text;
        std::getline(fields, text, ';');
        return text;
    };
    Puzzle puzzle;
    puzzle.preset = field();
    puzzle.position = field();
    std::istringstream actions(field());
    puzzle.line.assign(std::istream_iterator<std::string>(actions), {});
    const std::string plies = field(), grade = field();
    std::istringstream numbers(plies + ' ' + grade);
    if (!(numbers >> puzzle.plies >> puzzle.grade) || !numbers.eof() || puzzle.plies < 1 ||
        puzzle.plies > 99 || puzzle.grade < 0)
        throw Error("expected PLIES from 1 to 99 and GRADE from 0, got '" + plies + "' and '" +
                    grade + "'");
    puzzle.themes = field();
    const RuleSet& rules = presets.at(puzzle.preset).rules;
    (void)parse_legal_move(rules, parse_position(rules, puzzle.position),
                           puzzle.line.empty() ? "" : puzzle.line.front());
    return puzzle;
}

/// What `read` makes of each line; it throws Error with the fault.
template<class Entry, class Read>
std::vector<Entry> read_lines(std::istream& stream, std::string_view name, Read read) {
    std::vector<Entry> entries;
    std::size_t number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        if (line.empty() || line[0] == '#') continue;
        try {
            entries.push_back(read(line));
        } catch (const Error& error) {
            throw Error(std::string(name) + ':' + std::to_string(number) + ": " + error.what());
        }
    }
    return entries;
}

} // namespace

std::vector<SuitePosition> read_suite(std::istream& stream, std::string_view name) {
    const Presets presets;
    return read_lines<SuitePosition>(
        stream, name, [&presets](const std::string& line) { return read_position(presets, line); });
}

std::vector<Puzzle> read_puzzles(std::istream& stream, std::string_view name) {
    const Presets presets;
    return read_lines<Puzzle>(
        stream, name, [&presets](const std::string& line) { return read_puzzle(presets, line); });
}

std::string_view shipped_puzzles() { return embedded::PUZZLES; }

std::vector<SuitePosition> shipped_suite() {
    std::istringstream text{std::string(embedded::SUITE)};
    return read_suite(text, "bench/suite.txt");
}

namespace {

/// Stops the search at the first win for the root's chooser.
class WinListener final : public search::Listener {
public:
    explicit WinListener(search::Control& control) : control_(control) {}

    void on_info(const search::Info& info) override {
        if (mate_ || info.bound == search::Bound::Upper || !search::is_win(info.score)) return;
        mate_ = search::mate_number(info.score);
        control_.stop();
    }

    [[nodiscard]] std::optional<int> mate() const { return mate_; }

private:
    search::Control& control_;
    std::optional<int> mate_;
};

} // namespace

SuiteBenchResult suite_bench(std::span<const SuitePosition> suite, const SuiteBenchOptions& options,
                             const std::function<void(const SuiteBenchStep&)>& on_step) {
    const Presets presets;
    const search::SteadyClock clock;
    search::Engine engine(clock);
    engine.set_hash(options.hash_mb);
    engine.set_threads(options.threads);

    SuiteBenchResult result{.positions = suite.size()};
    std::size_t number = 0;
    for (const SuitePosition& p : suite) {
        const RuleSet& rules = presets.at(p.preset).rules;
        engine.clear();
        search::Control control;
        WinListener listener(control);
        const auto begin = clock.now();
        const search::Answer answer = engine.search(Game(rules, parse_position(rules, p.text)),
                                                    options.limits, control, listener);
        const auto time =
            std::chrono::duration_cast<std::chrono::microseconds>(clock.now() - begin);
        result.nodes += answer.nodes;
        result.time += time;
        result.solved += listener.mate() ? 1 : 0;
        on_step({++number, suite.size(), p, listener.mate(), answer, time});
    }
    return result;
}

} // namespace agon::bench
