// agon-prove: proves that a side cannot lose, or shows where the plan fails.
#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "engine/path_text.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/program.hpp"
#include "protocol/cli/terminal.hpp"
#include "protocol/os/signals.hpp"
#include "protocol/record/distinct_files.hpp"
#include "protocol/record/output_file.hpp"
#include "protocol/record/record_file.hpp"
#include "tools/lab/prove/certificate.hpp"
#include "tools/lab/prove/fortress.hpp"
#include "tools/lab/prove/goals.hpp"
#include "tools/lab/prove/prover.hpp"
#include "tools/lab/prove/search_file.hpp"
#include "tools/lab/prove/wall.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <optional>
#include <sstream>

namespace {

using agon::program::Words;

constexpr const char* USAGE =
    R"(agon-prove [OPTIONS]               a strategy with which a side cannot lose, from a setup
agon-prove --throne [OPTIONS]      one with which its queen reaches the throne
agon-prove --fortresses [OPTIONS]  all sets of seven pieces that hold forever
agon-prove --walls [OPTIONS]       all sets of six and seven that hold once the enemies are outside

Strategies that cannot lose exist for rules with `flank = ring` and for rules with seals, which need
`flank = line`. With `flank = ring` a queen on the throne cannot lose; with `flank = line` she may
be captured there later. Endless play counts as a draw. If the search finds no strategy, it prints
the position in which the plan fails, and the exit status is 1; nothing is proved. Standard error
shows how far the search is. After an interruption the exit status is 130; with --checkpoint,
--resume goes on from there.
)";
constexpr const char* EXAMPLES =
    R"(  agon-prove --variant botermans --output botermans.txt && tools/lab/prove/check.py botermans.txt
  agon-prove --variant same-ring --side white --throne --play 1000000
  agon-prove --variant classic --setup flanked
  agon-prove --variant classic --side white --throne
  agon-prove --variant classic --setup standard --checkpoint white.search --resume --nodes 20000000
  agon-prove --fortresses --variant ham
  agon-prove --walls
)";

void require_fortresses(const agon::Preset& preset) {
    if (!agon::prove::has_fortresses(preset.rules))
        throw agon::Error(preset.name +
                          ": only rules with flank = line, between = illegal, relocation_between = "
                          "illegal, effect = relocate and repetition = draw");
}

void show_fortresses(const agon::Preset& preset) {
    using namespace agon::prove;
    require_fortresses(preset);
    for (const int pieces : {5, 6, 7}) {
        const Fortresses found = find_fortresses(pieces);
        const auto with_throne = std::ranges::count_if(found.endless, &Fortress::throne);
        for (const Fortress& fortress : found.endless)
            std::cout << to_text(fortress) << '\n' << besieged(fortress) << '\n';
        std::cout << fmt::format(
            "{} pieces: {} classes that nobody can capture; {} of them can step forever, {} of "
            "these with the enemy's queen on the throne\n",
            pieces, found.all.size(), found.endless.size(), with_throne);
    }
}

void show_walls(const agon::Preset& preset) {
    using namespace agon::prove;
    require_fortresses(preset);
    for (const int pieces : {5, 6, 7}) {
        const std::vector<Wall> walls = find_walls(pieces);
        const auto count = [&](auto is_counted) {
            return std::ranges::count_if(walls, is_counted);
        };
        const auto is_off_edge = [](const Wall& wall) {
            return (wall.pieces & agon::OUTER_RING).none();
        };
        for (const Wall& wall : walls)
            if (pieces < 7 || wall.step)
                std::cout << to_text(wall) << '\n' << besieged(wall) << '\n';
        std::cout << fmt::format(
            "{} pieces: {} classes that nobody can capture from outside, {} of them without a "
            "piece on the edge; "
            "{} can step forever, {} of them without a piece on the edge\n",
            pieces, walls.size(), count(is_off_edge),
            count([](const Wall& wall) { return wall.step.has_value(); }),
            count([&](const Wall& wall) { return wall.step && is_off_edge(wall); }));
    }
}

using Clock = std::chrono::steady_clock;

constexpr auto LINE_INTERVAL = std::chrono::seconds(30); ///< between lines without a terminal
constexpr auto KEEP_INTERVAL = std::chrono::minutes(10); ///< between two writes of the checkpoint

/// Runs the search, shows how far it is, and keeps it in its checkpoint: from time to time, and
/// when it ends without a strategy.
class Run {
public:
    /// `file` may be empty. Throws Error as load_search(), or if it exists and is not resumed.
    Run(const agon::prove::Claim& claim, const std::filesystem::path& file, bool resume)
        : claim_(claim), file_(file), prover_(claim.preset.rules, claim.settings, earlier(resume)) {
    }

    [[nodiscard]] std::optional<agon::prove::Strategy> strategy(const agon::Position& start) {
        const agon::platform::Interruption interruption;
        auto found = prover_.prove(start, [&](int actions) {
            const auto now = Clock::now();
            show(actions, now);
            if (now >= next_keep_) keep();
            return !agon::platform::Interruption::asked();
        });
        line_.clear();
        interrupted_ = !found && agon::platform::Interruption::asked();
        if (!found) keep();
        return found;
    }

    [[nodiscard]] bool interrupted() const { return interrupted_; }
    [[nodiscard]] const agon::prove::Prover& prover() const { return prover_; }

private:
    [[nodiscard]] agon::prove::SearchState earlier(bool resume) const {
        if (file_.empty() || !exists(file_)) return {};
        if (!resume)
            throw agon::Error("--checkpoint: " + agon::utf8_of(file_) +
                              " holds a search; --resume continues it");
        return agon::prove::load_search(file_, claim_);
    }

    void show(int actions, Clock::time_point now) {
        if (now < next_line_) return;
        const bool terminal = agon::program::is_terminal(agon::program::Stream::Errors);
        next_line_ = now + (terminal ? std::chrono::milliseconds(200) : LINE_INTERVAL);
        const auto& state = prover_.state();
        const auto time = std::chrono::duration_cast<std::chrono::seconds>(now - begun_).count();
        const std::string text =
            fmt::format("{} {} turns, of {} at most; {} nodes of {}, {} positions; {}:{:02}:{:02}",
                        claim_.settings.until_plan ? "plans within" : "plans of", actions,
                        claim_.settings.max_actions, state.nodes, claim_.settings.nodes,
                        state.findings.size(), time / 3600, time / 60 % 60, time % 60);
        if (terminal)
            line_.draw(text);
        else
            std::cerr << text << std::endl;
    }

    void keep() {
        if (!file_.empty())
            agon::OutputFile(file_, agon::prove::SEARCH_KIND)
                .write(agon::prove::search_text(claim_, prover_.state()));
        next_keep_ = Clock::now() + KEEP_INTERVAL;
    }

    const agon::prove::Claim& claim_;
    std::filesystem::path file_;
    agon::prove::Prover prover_;
    Clock::time_point begun_ = Clock::now();
    Clock::time_point next_line_ = begun_ + std::chrono::seconds(1);
    Clock::time_point next_keep_ = begun_ + KEEP_INTERVAL;
    agon::program::StatusLine line_{std::cerr,
                                    agon::program::is_terminal(agon::program::Stream::Errors)};
    bool interrupted_ = false;
};

int run(const Words& args) {
    agon::program::require_arguments("agon-prove", args);
    agon::Presets presets;
    agon::prove::Settings settings;
    std::string variant, setup_name, side = "black", output, checkpoint;
    bool resume = false;
    Words files;
    std::uint64_t turns = 0, seed = 1;
    const bool lists = std::ranges::any_of(
        args, [](const std::string& word) { return word == "--fortresses" || word == "--walls"; });
    bool fortresses = false, walls = false;
    agon::program::Options options("agon-prove", USAGE, EXAMPLES);
    options.flag("fortresses", fortresses,
                 "list the fortresses; allows only the two options for rules");
    options.flag("walls", walls, "list the walls; allows only the two options for rules");
    options.text("variant", variant, "NAME",
                 "rules to play by (botermans; with --fortresses and --walls classic)");
    options.list("variant-path", files, "FILE", "rules file with more rule sets");
    if (!lists) {
        options.choice("setup", setup_name, agon::program::words_of(agon::setup_names()),
                       "default: the rule set's own");
        options.choice("side", side, {"white", "black"}, "the side with the strategy");
        options.flag("throne", settings.throne_only,
                     "only to the throne, by steps of the queen and what the rules force");
        options.number("actions", settings.max_actions, "longest plan, in actions of the side", 1,
                       50);
        options.flag(
            "until-plan", settings.until_plan,
            "with seals: --actions limits the actions before a plan, not those of the plan");
        options.number("width", settings.width,
                       "actions of the side to try in a position; 0: 2, or 5 with seals", 0);
        options.number("nodes", settings.nodes,
                       "where the search gives up; 300 bytes each, and up to 3 GB for plans", 1);
        options.output("output", output, "file for the certificate");
        options.output("checkpoint", checkpoint,
                       "file for a search that ends without a strategy, or is interrupted");
        options.flag("resume", resume, "continue the search of the checkpoint, if there is one");
        options.goes_with("resume", "checkpoint");
        options.number("play", turns, "then play N actions of the side by the strategy", 0);
        options.number("seed", seed, "of these games", 0);
        options.goes_with("seed", "play");
    }
    if (!options.read(args)) return 0;
    for (const std::string& file : files)
        agon::program::reading_file("--variant-path", [&] { presets.load(file); });
    if (fortresses && walls)
        throw agon::program::UsageError("--fortresses and --walls: only one of them");
    if (variant.empty()) variant = lists ? "classic" : "botermans";
    const agon::Preset& preset = presets.at(agon::program::choice(
        "--variant", variant, agon::program::words_of(presets.all(), &agon::Preset::name)));
    if (lists) {
        walls ? show_walls(preset) : show_fortresses(preset);
        return 0;
    }
    settings.side = side == "white" ? agon::Side::White : agon::Side::Black;
    const agon::Setup setup =
        setup_name.empty() ? preset.rules.setup : *agon::find_setup(setup_name);
    const std::string name =
        fmt::format("{} {}", preset.name, agon::setup_names()[static_cast<std::size_t>(setup)]);
    const agon::prove::Claim claim{preset, setup, settings};
    if (!agon::prove::goals_of(preset.rules, settings.throne_only).any())
        throw agon::Error(
            name + ": only rules with effect = relocate and repetition = draw, and " +
            (settings.throne_only ? "no_action = pass" : "with flank = ring or with seals"));
    if (settings.until_plan && !agon::prove::goals_of(preset.rules, settings.throne_only).seal)
        throw agon::program::UsageError(
            "--until-plan: only for rules with seals, without --throne");
    if (setup == agon::Setup::Placement)
        throw agon::Error(
            name +
            ": a search cannot place guards; see tools/lab/prove/README.md for what is known");

    std::optional<agon::OutputFile> certificate;
    agon::require_distinct({files.begin(), files.end()},
                           {{"--output", output}, {"--checkpoint", checkpoint}});
    if (!checkpoint.empty()) // refused now, not after hours
        const agon::OutputFile writable(agon::path_of(checkpoint), agon::prove::SEARCH_KIND);
    if (!output.empty()) {
        certificate.emplace(
            output, agon::FileKind{"a certificate of agon-prove", [](std::string_view text) {
                                       return text.starts_with("# agon-prove: ");
                                   }});
    }
    const agon::Position start = setup_position(preset.rules, setup);
    Run search(claim, agon::path_of(checkpoint), resume);
    const agon::prove::Prover& prover = search.prover();
    const auto strategy = search.strategy(start);
    if (search.interrupted()) {
        std::cerr << fmt::format("agon-prove: interrupted after {} nodes{}\n", prover.state().nodes,
                                 checkpoint.empty() ? "" : "; --resume continues the search");
        return agon::program::BROKEN_OFF;
    }
    if (!strategy) {
        agon::Position position = start;
        std::string line;
        for (const agon::Move move : prover.refutation(start)) {
            line += " " + to_text(move);
            position = agon::prove::follow(preset.rules, position, move);
        }
        std::cout << fmt::format(
            "{}: not proved for {}{}; nodes {}\nthe plan fails after{}\nin {}\n", name, side,
            prover.excluded()
                ? fmt::format(", not within {} turns by these means", settings.max_actions)
                : "",
            prover.state().nodes, line, to_text(position));
        return 1;
    }
    std::cout << fmt::format("{}: {}; {} positions with an answer, {} of the other side, {} "
                             "actions, in at most {} turns; nodes {}\n",
                             name, words_of(claim), strategy->answers.size(), strategy->waits,
                             strategy->replies, strategy->actions, prover.state().nodes);
    if (certificate) {
        std::ostringstream text;
        write_certificate(text, claim, *strategy);
        certificate->write(text.str());
    }
    if (turns > 0) {
        const auto count = play(claim, *strategy, turns, seed);
        std::cout << fmt::format(
            "played {} turns in {} games, {}\n", count.turns, count.games,
            count.in_refuge > 0 ? fmt::format("{} in a refuge: never driven out", count.in_refuge)
                                : "never without an answer");
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) { return agon::program::run_main("agon-prove", argc, argv, run); }
