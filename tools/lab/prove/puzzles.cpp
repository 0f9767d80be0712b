// agon-puzzles: positions from games, proved to have exactly one winning first action.
#include "protocol/puzzles/puzzles.hpp"
#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/random_play.hpp"
#include "engine/game/symmetry.hpp"
#include "engine/game/turn.hpp"
#include "engine/notation/notation.hpp"
#include "engine/open_file.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/program.hpp"
#include "protocol/record/distinct_files.hpp"
#include "search/clock.hpp"
#include "search/control.hpp"
#include "search/engine.hpp"
#include "search/fixed_node_search.hpp"
#include "search/levels.hpp"
#include "search/limits.hpp"
#include "search/listener.hpp"
#include "tools/arena/cli/conversion.hpp"
#include "tools/arena/cli/game_files.hpp"
#include "tools/arena/schedule/shard.hpp"
#include "tools/lab/prove/solver.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <numeric>
#include <set>

namespace {

using agon::Game;
using agon::Move;
using agon::Position;
using agon::Preset;
using agon::Presets;
using agon::program::UsageError;
using agon::program::Words;

constexpr const char* USAGE =
    R"(agon-puzzles [OPTIONS]                    from quick games that the engine plays itself
agon-puzzles [OPTIONS] GAMES...           from games in PGN or in journals of matches
agon-puzzles --collect [OPTIONS] FILE...  one set from such files, easy puzzles first
agon-puzzles --levels FILE                how the levels of the engine solve them

A puzzle is a line VARIANT;POSITION;LINE;PLIES;GRADE;THEMES. The first action of LINE wins within
PLIES actions of both sides together, and it is proved of every other action that it does not.
GRADE is 100 times the binary logarithm of the nodes after which the search of the engine keeps to
that action, 0 where its first iteration finds it.
)";
constexpr const char* EXAMPLES =
    R"(  agon-puzzles --games 2000 --output puzzles-1.txt --shard 1/2
  agon-puzzles --output more.txt games/*.pgn
  agon-puzzles --collect --quota 80 puzzles-*.txt > puzzles.txt
)";

struct Settings {
    agon::solve::Effort effort{.max_plies = 7, .nodes = 20'000, .table_entries = 1U << 14U};
    std::uint64_t games = 1000, seed = 1;
    std::size_t quota = 100;
};

constexpr std::uint64_t MAX_NODES = 60'000; ///< of the search that grades
constexpr int DOUBLING = 100;               ///< added to the grade by twice the nodes

/// Records how long the search has kept to an action, and stops the search when it sees the win.
class Keeping : public agon::search::Listener {
public:
    Keeping(Move action, agon::search::Control& control) : action_(action), control_(control) {}
    void on_info(const agon::search::Info& info) override {
        if (info.line_moves.empty() || info.line_moves.front() != action_)
            since_.reset();
        else if (!since_)
            since_ = info.depth > 1 ? info.nodes : 1; // any search does the first iteration
        if (since_ && agon::search::is_decisive(info.score)) control_.stop();
    }
    [[nodiscard]] int grade() const {
        const std::uint64_t nodes = std::max<std::uint64_t>(1, since_.value_or(2 * MAX_NODES));
        return static_cast<int>(std::lround(DOUBLING * std::log2(static_cast<double>(nodes))));
    }

private:
    Move action_;
    agon::search::Control& control_;
    std::optional<std::uint64_t> since_;
};

int grade_of(agon::search::Engine& engine, const Game& game, Move action) {
    engine.clear();
    agon::search::Limits limits;
    limits.nodes = MAX_NODES;
    agon::search::Control control;
    Keeping keeping(action, control);
    engine.search(game, limits, control, keeping);
    return keeping.grade();
}

/// The rules that the winner's play uses, and how the game ends.
std::string themes_of(const agon::RuleSet& rules, Position position,
                      const agon::solve::OnlyWin& win) {
    const agon::Side winner = chooser(rules, position);
    bool captures = false, relocates = false, throne = false;
    for (const Move move : win.line) {
        const Position next = after(rules, position, move);
        if (chooser(rules, position) == winner && !move.is_pass()) {
            captures |= (next.captured - position.captured).any() ||
                        next.occupied().count() < position.occupied().count();
            relocates |= !move.is_placement() && position.captured.contains(move.from());
            throne |= move.to().ring() == 0;
        }
        position = next;
    }
    Words themes;
    if (captures) themes.emplace_back("capture");
    if (relocates) themes.emplace_back("relocation");
    if (throne) themes.emplace_back("throne");
    if (win.zugzwang) themes.emplace_back("zugzwang");
    if (decided(rules, position)->reason == agon::Reason::Forfeit) themes.emplace_back("forfeit");
    return fmt::format("{}", fmt::join(themes, " "));
}

std::string text_of(const agon::Puzzle& puzzle) {
    return fmt::format("{};{};{};{};{};{}", puzzle.preset, puzzle.position,
                       fmt::join(puzzle.line, " "), puzzle.plies, puzzle.grade, puzzle.themes);
}

/// The puzzles of a game, one line each; of each length at most the first one found.
class Finder {
public:
    Finder(const Settings& settings, const agon::search::Clock& clock)
        : settings_(settings), engine_(clock) {
        engine_.set_hash(1);
    }

    Words find(const Preset& preset, const std::vector<Position>& game) {
        Words lines;
        std::set<int> lengths;
        for (Position position : game) {
            position.clock = 0;
            position.number = 1;
            if (position.placing()) continue;
            const auto win = only_win(preset.rules, position, settings_.effort);
            if (!win || win->length.winner_actions < 2 || !lengths.insert(win->length.plies).second)
                continue;
            agon::Puzzle puzzle{
                .preset = preset.name,
                .position = to_text(position),
                .line = {},
                .plies = win->length.plies,
                .grade = grade_of(engine_, Game(preset.rules, position), win->line.front()),
                .themes = themes_of(preset.rules, position, *win)};
            for (const Move move : win->line) puzzle.line.push_back(agon::to_text(move));
            lines.push_back(text_of(puzzle));
        }
        return lines;
    }

private:
    const Settings& settings_;
    agon::search::Engine engine_;
};

/// A quick game between sides of different strength.
std::vector<Position> quick_game(const Preset& preset, agon::search::FixedNodeSearch& search,
                                 std::mt19937_64& random) {
    constexpr std::array<std::uint64_t, 4> NODES = {30, 60, 120, 400};
    constexpr std::size_t MAX_ACTIONS = 300;
    search.forget();
    // From `flanked` the sides hardly meet without many random actions.
    const agon::Setup setup = random() % 2 == 0 ? preset.rules.setup : agon::Setup::Standard;
    Game game(preset.rules, setup_position(preset.rules, setup), {.no_progress = 40});
    play_random(game, static_cast<int>(random() % 40), random);
    const agon::PerSide<std::uint64_t> nodes{NODES[random() % 4], NODES[random() % 4]};
    std::vector<Position> line = {game.position()};
    while (!game.outcome() && line.size() < MAX_ACTIONS) {
        const bool careless = random() % 12 == 0;
        game.play(careless ? random_move(game, random)
                           : search.search(game, nodes[game.chooser()]).best);
        line.push_back(game.position());
    }
    return line;
}

std::vector<Position> positions_of(const agon::RuleSet& rules, const agon::GameRecord& record) {
    std::vector<Position> line = {record.first};
    for (const auto& action : record.actions)
        line.push_back(after(rules, line.back(), action.move));
    return line;
}

/// The output, in which a line `# game N` follows the puzzles of each game. A run continues after
/// the last one.
class Output {
public:
    Output(const std::string& file, const std::string& head) {
        if (file.empty()) return;
        file_.emplace(file);
        std::uintmax_t size = 0, whole = 0;
        if (file_->size() > 0) {
            std::ifstream in = agon::open_regular(file);
            for (std::string line; std::getline(in, line);) {
                if (size == 0 && line != head)
                    throw agon::Error(fmt::format("{}: made by other options: '{}'", file, line));
                size += line.size() + 1;
                constexpr std::string_view GAME = "# game ";
                if (in.eof() || !line.starts_with(GAME)) continue; // eof: it has no line feed
                done_ = agon::program::number<std::uint64_t>(file, line.substr(GAME.size()), 1);
                whole = size;
            }
        }
        file_->cut(whole);
        if (whole == 0) file_->append(head + '\n');
    }

    [[nodiscard]] std::uint64_t done() const { return done_; }

    void add(std::uint64_t game, const Words& lines) {
        std::string text;
        for (const std::string& line : lines) text += line + '\n';
        if (file_)
            file_->append(text + fmt::format("# game {}\n", game));
        else if (!(std::cout << text << std::flush))
            throw agon::Error(agon::program::OUTPUT_BROKEN);
    }

private:
    std::optional<agon::RecordFile> file_; ///< nullopt for standard output
    std::uint64_t done_ = 0;
};

void make(const Settings& settings, std::vector<const Preset*> presets, const Words& files,
          const std::string& shard_text, const std::string& output) {
    const auto shard = agon::program::reading_value(
        "--shard", [&] { return agon::arena::parse_shard(shard_text); });
    agon::require_distinct({files.begin(), files.end()}, {{"--output", output}});
    Output out(output,
               fmt::format("# agon-puzzles --seed {} --shard {} --plies {} --nodes {}; {}; {}",
                           settings.seed, shard_text, settings.effort.max_plies,
                           settings.effort.nodes, fmt::join(files, " "),
                           presets.size() == 1 ? presets[0]->name : "all rule sets"));
    const auto records = agon::arena::read_games(files, std::nullopt, {});
    const std::uint64_t games = files.empty() ? settings.games : records.size();
    const agon::search::SteadyClock clock;
    Finder finder(settings, clock);
    agon::search::FixedNodeSearch search(1);
    std::size_t found = 0;
    for (std::uint64_t game = out.done() + 1; game <= games; ++game) {
        if (!shard.has(game - 1)) continue;
        Words lines;
        if (files.empty()) {
            std::seed_seq words{settings.seed, settings.seed >> 32, game, game >> 32};
            std::mt19937_64 random(words);
            const Preset& preset = *presets[random() % presets.size()];
            lines = finder.find(preset, quick_game(preset, search, random));
        } else {
            const agon::MatchRules& rules = records[game - 1].rules;
            Preset preset;
            preset.name = rules.variant;
            preset.rules = rules.rules;
            lines = finder.find(preset, positions_of(rules.rules, records[game - 1].record));
        }
        out.add(game, lines);
        found += lines.size();
        if (game % 50 <= 1 || game == games)
            std::cerr << fmt::format("game {} of {}, {} puzzles\n", game, games, found);
    }
}

struct Puzzle : agon::Puzzle {
    const Preset* rules_of;
    Position first;
    Move action;

    [[nodiscard]] Game game() const { return {rules_of->rules, first}; }
};

std::vector<Puzzle> read_puzzles(const Presets& presets, const Words& files) {
    std::vector<Puzzle> puzzles;
    for (const std::string& file : files) {
        std::ifstream in = agon::open_text(file);
        for (agon::Puzzle& read : agon::read_puzzles(in, file)) {
            const Preset& preset = presets.at(read.preset);
            const Position first = parse_position(preset.rules, read.position);
            const Move action = agon::parse_move(read.line.front());
            puzzles.push_back({std::move(read), &preset, first, action});
        }
    }
    return puzzles;
}

constexpr std::size_t MIN_CHOICE = 5; ///< legal actions; with fewer it is no puzzle

/// Grades again: older versions may have graded differently.
void collect(const Settings& settings, std::vector<Puzzle> puzzles) {
    const agon::search::SteadyClock clock;
    agon::search::Engine engine(clock);
    engine.set_hash(1);
    for (Puzzle& puzzle : puzzles) puzzle.grade = grade_of(engine, puzzle.game(), puzzle.action);
    std::set<std::string> met;
    std::map<std::pair<const Preset*, int>, std::vector<const Puzzle*>> kinds;
    for (const Puzzle& puzzle : puzzles)
        if (count_legal(puzzle.rules_of->rules, puzzle.first) >= MIN_CHOICE &&
            met.insert(puzzle.preset + canonical_text(puzzle.first)).second)
            kinds[{puzzle.rules_of, puzzle.plies}].push_back(&puzzle);
    std::map<const Preset*, std::size_t> kept;
    std::vector<const Puzzle*> set;
    for (std::size_t i = 0; i < puzzles.size(); ++i) // one of each length in turn
        for (const auto& [kind, some] : kinds)
            if (i < some.size() && kept[kind.first]++ < settings.quota) set.push_back(some[i]);
    std::ranges::stable_sort(
        set, {}, [](const Puzzle* puzzle) { return std::pair(puzzle->grade, puzzle->plies); });
    std::cout << fmt::format(
        "# {} puzzles by agon-puzzles: VARIANT;POSITION;LINE;PLIES;GRADE;THEMES\n", set.size());
    for (const Puzzle* puzzle : set) std::cout << text_of(*puzzle) << '\n';
}

/// Equal values share the mean of their ranks.
std::vector<double> ranks(const std::vector<double>& values) {
    std::vector<double> ranks(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        for (const double other : values)
            ranks[i] += other < values[i] ? 1 : other == values[i] ? 0.5 : 0;
    return ranks;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
    const double n = static_cast<double>(a.size());
    const double mean_a = std::reduce(a.begin(), a.end()) / n;
    const double mean_b = std::reduce(b.begin(), b.end()) / n;
    double both = 0, alone_a = 0, alone_b = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        both += (a[i] - mean_a) * (b[i] - mean_b);
        alone_a += (a[i] - mean_a) * (a[i] - mean_a);
        alone_b += (b[i] - mean_b) * (b[i] - mean_b);
    }
    return both / std::sqrt(alone_a * alone_b);
}

/// A level's random actions count by their probability, which keeps luck out of the shares.
void measure_levels(const std::vector<Puzzle>& puzzles) {
    agon::search::FixedNodeSearch search(1);
    std::vector<double> grades, shares;
    std::array<double, agon::search::LEVELS.size()> solved{};
    for (const Puzzle& puzzle : puzzles) {
        const Game game = puzzle.game();
        const double by_chance =
            1.0 / static_cast<double>(count_legal(game.rules(), game.position()));
        std::map<std::uint64_t, double> right; // by the limit on nodes
        double share = 0;
        for (std::size_t i = 0; i < solved.size(); ++i) {
            const auto& level = agon::search::LEVELS[i];
            if (!right.contains(level.nodes)) {
                search.forget();
                right[level.nodes] = search.search(game, level.nodes).best == puzzle.action ? 1 : 0;
            }
            const double chance = level.chance / 100.0;
            const double solves = (1 - chance) * right[level.nodes] + chance * by_chance;
            solved[i] += solves;
            share += solves;
        }
        grades.push_back(puzzle.grade);
        shares.push_back(share);
    }
    for (std::size_t i = 0; i < solved.size(); ++i)
        std::cout << fmt::format("level {}: solves {:.1f} %\n", i + 1,
                                 100 * solved[i] / static_cast<double>(puzzles.size()));
    std::cout << fmt::format(
        "rank correlation of the grade and the share of levels: {:.3f} in {} puzzles\n",
        correlation(ranks(grades), ranks(shares)), puzzles.size());
}

int run(const Words& args) {
    agon::program::require_arguments("agon-puzzles", args);
    const Presets presets;
    Settings settings;
    std::string variant, shard = "1/1", output;
    bool collects = false, levels = false;
    Words files;
    agon::program::Options options("agon-puzzles", USAGE, EXAMPLES);
    options.choice("variant", variant, agon::program::words_of(presets.all(), &Preset::name),
                   "rules of the engine's games; by default one drawn for each game");
    options.number("games", settings.games, "games that the engine plays", 1);
    options.number("seed", settings.seed, "of these games", 0);
    options.number("plies", settings.effort.max_plies, "longest win, in actions of both sides", 3,
                   agon::solve::MAX_PLIES);
    options.number("nodes", settings.effort.nodes, "maximum nodes of a proof", 1);
    options.text("shard", shard, "I/N", "only every Nth game, from the Ith on");
    options.output("output", output,
                   "file for the puzzles; an interrupted run resumes where it stopped");
    options.flag("collect", collects, "make one set from files of puzzles");
    options.number("quota", settings.quota, "with --collect, puzzles of each rule set", 1);
    options.flag("levels", levels, "measure how many puzzles each level solves");
    options.words(files, "FILE", 0, 1'000'000);
    options.goes_with("quota", "collect").excludes("collect", "levels");
    for (const char* name : {"variant", "games", "seed", "plies", "nodes", "shard", "output"})
        options.excludes("collect", name).excludes("levels", name);
    if (!options.read(args)) return 0;
    if ((collects || levels) && files.empty()) throw UsageError("no file of puzzles given");
    if (collects || levels) {
        auto puzzles = read_puzzles(presets, files);
        if (collects)
            collect(settings, std::move(puzzles));
        else
            measure_levels(puzzles);
        return 0;
    }
    std::vector<const Preset*> played;
    for (const Preset& preset : presets.all())
        if (variant.empty() ? preset.rules.repetition == agon::Repetition::Draw
                            : preset.name == variant) // else no win can be proved
            played.push_back(&preset);
    make(settings, played, files, shard, output);
    return 0;
}

} // namespace

int main(int argc, char** argv) { return agon::program::run_main("agon-puzzles", argc, argv, run); }
