#include "protocol/terminal/review_command.hpp"

#include "engine/error.hpp"
#include "engine/open_file.hpp"
#include "engine/path_text.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/cli/build_report.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/program.hpp"
#include "protocol/cli/terminal.hpp"
#include "protocol/cli/values.hpp"
#include "protocol/record/distinct_files.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/pgn_records.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/record_file.hpp"
#include "protocol/record/recorded_game.hpp"
#include "protocol/terminal/reviewing.hpp"
#include "protocol/web/room/json.hpp"
#include "protocol/web/room/page_file.hpp"
#include "protocol/web/room/record_page.hpp"
#include "search/limits.hpp"

#include <fmt/format.h>

#include <iostream>
#include <sstream>

namespace agon::protocol {
namespace {

/// Returns nullopt if a turn was forfeited: the search knows no such action.
std::optional<Review> review_of(const RecordedGame& game) {
    Game played(game.rules.rules, game.record.first, game.rules.limits);
    for (const ActionRecord& action : game.record.actions) {
        if (!action.forfeited.empty()) return std::nullopt;
        played.play(action.move);
    }
    return Review(std::move(played));
}

bool same_game(const RecordedGame& a, const RecordedGame& b) {
    return a.record.first == b.record.first && a.rules.variant == b.rules.variant &&
           std::ranges::equal(a.record.actions, b.record.actions, {}, &ActionRecord::move,
                              &ActionRecord::move);
}

/// Where each game of a PGN that to_pgn() wrote begins, and the end.
std::vector<std::size_t> borders(const std::string& text) {
    std::vector<std::size_t> borders;
    constexpr std::string_view FIRST = "[Event \"";
    for (auto at = text.find(FIRST); at != std::string::npos; at = text.find(FIRST, at + 1))
        if (at == 0 || (at > 1 && text.compare(at - 2, 2, "\n\n") == 0)) borders.push_back(at);
    borders.push_back(text.size());
    return borders;
}

constexpr std::string_view ANNOTATOR = "agon ";

/// Whether to_pgn() wrote it for a review.
bool is_review(std::string_view text) {
    return text.find(fmt::format("\n[Annotator \"{}", ANNOTATOR)) != std::string_view::npos;
}

std::string beginning_of(const std::string& file) {
    std::string text(4096, '\0');
    std::ifstream in = open_regular(path_of(file));
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

page::Json page_game(const RecordedGame& game, const Review& review) {
    const Verdict& verdict = game.record.verdict;
    page::PageGame shown{.variant = game.rules.variant,
                         .setup = game.rules.setup,
                         .names = game.record.names,
                         .result = "",
                         .ending = nullptr,
                         .review = &review};
    if (verdict.result != Result::Unfinished) {
        shown.result = to_text(verdict.result);
        shown.ending = {{"key", "other"}, {"text", verdict.reason}};
    }
    return page::record_json(review.game(), shown);
}

/// Reviews the games of some files, one after the other.
class Reviewer {
public:
    Reviewer(TimeControl control, std::string annotator, FindRules find_rules)
        : control_(control), annotator_(std::move(annotator)), find_rules_(std::move(find_rules)) {}

    void read(const std::string& name) {
        std::vector<RecordedGame> games = games_of(open_regular(path_of(name), MAX_BYTES), name);
        if (games.empty()) throw Error(name + ": there is no game in it");
        for (RecordedGame& game : games) {
            for (const std::string& what : game.left_out)
                std::cerr << fmt::format("agon: {}: game {}: left out: {}\n", name,
                                         game.record.number, what);
            games_.push_back(std::move(game));
        }
    }

    /// Prints for a person what play's `review` prints.
    void summarize() { summary_ = true; }

    /// Writes a page instead, when all is done.
    void write_page_to(const std::string& name) {
        page_file_.emplace(path_of(name), page::PAGE_KIND);
    }

    /// Continues after the games that are already in the file.
    void write_to(const std::string& name) {
        file_.emplace(path_of(name));
        std::stringstream text;
        if (file_->size() > 0) text << open_regular(path_of(name), MAX_BYTES).rdbuf();
        const std::vector<std::size_t> begins = borders(text.str());
        if (begins.front() != 0)
            throw Error(name + " exists and was not written by agon review; name another file");
        for (std::size_t i = 0; i + 1 < begins.size(); ++i)
            if (!is_review(text.view().substr(begins[i], begins[i + 1] - begins[i])))
                throw Error(fmt::format("{}: game {} was not written by agon review; name "
                                        "another file",
                                        name, i + 1));
        std::vector<RecordedGame> before = games_of(text, name);
        if (before.size() > games_.size() || before.size() + 1 != begins.size())
            throw other_games(name, before.size());
        for (std::size_t i = 0; i < before.size(); ++i) {
            if (!same_game(before[i], games_[i])) throw other_games(name, i + 1);
            const bool whole = !before[i].reviewed.empty() &&
                               before[i].reviewed.front().kind != Evaluation::Kind::None;
            if (whole) ++reviewed_;
            const bool last = i + 1 == before.size();
            if (last && !whole && review_of(games_[i])) {
                games_[i].reviewed = std::move(before[i].reviewed);
                file_->cut(begins[i]);
                return;
            }
            done_ = i + 1;
        }
    }

    /// False when the user has ended it.
    bool run() {
        const Interruption interruption;
        const auto begun = std::chrono::steady_clock::now();
        for (; done_ < games_.size() && !Interruption::asked(); ++done_) {
            RecordedGame& game = games_[done_];
            std::optional<Review> review = review_of(game);
            if (!review)
                std::cerr << fmt::format("agon: game {}: not reviewed: a turn was forfeited\n",
                                         done_ + 1);
            const bool whole = !review || finish(*review, game, interruption);
            if (!whole && review->done() == 0) break;
            if (whole && review) ++reviewed_;
            PgnOptions tags = game.tags;
            tags.annotator = annotator_;
            tags.review = review ? &*review : nullptr;
            if (page_file_ && review) page_games_.push_back(page_game(game, *review));
            if (summary_ && review)
                summarize(game, *review);
            else if (!summary_ && !page_file_)
                write(to_pgn(game.record, game.rules, tags));
            if (!whole) break;
        }
        status_.clear();
        if (page_file_ && page_games_.empty() && done_ == games_.size())
            throw Error(utf8_of(page_file_->path()) +
                        ": not written, since no game could be reviewed");
        if (page_file_ && !page_games_.empty()) page_file_->write(page::record_page(page_games_));
        if (file_ || page_file_)
            std::cerr << fmt::format(
                "{} of {} games are reviewed, {:.1f} s\n", reviewed_, games_.size(),
                std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
        return done_ == games_.size();
    }

private:
    static constexpr std::uintmax_t MAX_BYTES = 256U << 20U;

    std::vector<RecordedGame> games_of(std::istream&& in, const std::string& name) const {
        return games_of(in, name);
    }
    std::vector<RecordedGame> games_of(std::istream& in, const std::string& name) const {
        try {
            return read_pgn(in, find_rules_);
        } catch (const Error& error) {
            throw Error(name + ": " + error.what());
        }
    }

    static Error other_games(const std::string& name, std::size_t number) {
        return Error(
            fmt::format("{}: game {} differs from the input, so the review cannot continue "
                        "in this file; name another",
                        name, number));
    }

    /// The scores of an earlier run are kept; what needs more than a score is searched again.
    bool finish(Review& review, const RecordedGame& game, const Interruption& interruption) {
        engine_.clear();
        for (std::size_t ply = 0; ply < game.reviewed.size(); ++ply) {
            const Evaluation& said = game.reviewed[ply];
            if (said.kind != Evaluation::Kind::None)
                review.found(ply, {of_white(said, review.game_at(ply).chooser()), {}, false});
        }
        return go_on(review, engine_, control_, interruption, [&] {
            status_.draw(
                fmt::format("game {} of {}: {}", done_ + 1, games_.size(), progress_text(review)));
        });
    }

    void summarize(const RecordedGame& game, const Review& review) {
        status_.clear();
        const GameRecord& record = game.record;
        std::string text =
            fmt::format("Game {}: {} and {}, {}\n", done_ + 1, record.names[Side::White],
                        record.names[Side::Black], to_text(record.verdict.result));
        if (review.done() < review.size()) text += progress_text(review) + '\n';
        std::cout << program::wrapped(text + summary_text(review) + '\n', program::line_width())
                  << std::flush;
    }

    void write(const std::string& text) {
        status_.clear();
        file_ ? file_->append(text) : void(std::cout << text << std::flush);
    }

    TimeControl control_;
    std::string annotator_;
    FindRules find_rules_;
    std::vector<RecordedGame> games_;
    std::size_t done_ = 0;     ///< games
    std::size_t reviewed_ = 0; ///< of these; where a turn was forfeited, none is
    std::optional<RecordFile> file_;
    std::optional<OutputFile> page_file_;
    std::vector<page::Json> page_games_;
    bool summary_ = false; ///< for a person, instead of PGN
    program::StatusLine status_{std::cerr, program::is_terminal(program::Stream::Errors)};
    search::SteadyClock clock_;
    search::Engine engine_{clock_};
};

} // namespace

int review(const program::Words& args) {
    program::Words files;
    std::string output, variant(DEFAULT_PRESET), variant_path;
    TimeControl control;
    program::Options options(
        "agon review",
        "agon review FILE... [OPTIONS]\n\n"
        "The games of PGN files with the score after each action, the mistakes, the reasons, "
        "and what\nwas better. Ctrl-C stops and writes what has been reviewed; the same command "
        "then continues in\nthe file of --output.\n",
        "  agon review game.pgn\n"
        "  agon review games/*.pgn -o reviewed.pgn\n"
        "  agon review game.pgn -o game.html\n"
        "  agon review game.pgn --movetime 1000 > reviewed.pgn\n");
    options
        .output(
            "output,o", output,
            "PGN that is written; or a page, FILE.html. Without it, PGN on standard output, or on "
            "a terminal what 'review' in 'agon play' shows")
        .number("nodes", control.nodes,
                fmt::format("for each position ({}, or {} ms)", *REVIEW_CONTROL.nodes,
                            REVIEW_CONTROL.move_time->count()),
                1)
        .number("movetime", control.move_time, "milliseconds for each position", 1,
                search::LONGEST_TIME.count())
        .text("variant", variant, "NAME", "rules of games without a tag Variant")
        .input("variant-path", variant_path, "rules file with more variants")
        .words(files, "FILE", 1, std::string::npos);
    if (!options.read(args)) return 0;
    if (!control.bounded()) control = REVIEW_CONTROL;
    std::vector<std::filesystem::path> inputs;
    Presets presets;
    if (!variant_path.empty())
        program::reading_file("--variant-path", [&] { presets.load(path_of(variant_path)); });
    (void)program::choice("--variant", variant, program::words_of(presets.all(), &Preset::name));
    Reviewer reviewer(control, fmt::format("{}{}", ANNOTATOR, program::version()),
                      [&](const auto& name, const auto& setup) {
                          return make_match_rules(presets, name.value_or(variant),
                                                  setup.value_or("preset"), {});
                      });
    for (const std::string& file : files) {
        // A pattern such as games/*.pgn finds the review that the same command wrote before.
        if (same_file(path_of(file), path_of(output)) && files.size() > 1 &&
            is_review(beginning_of(file)))
            std::cerr << fmt::format("agon: {}: left out, since it is the output\n", file);
        else
            inputs.push_back(path_of(file));
    }
    require_distinct(inputs, {{"-o", path_of(output)}});
    require_distinct({path_of(variant_path)}, {{"-o", path_of(output)}});
    for (const auto& file : inputs) reviewer.read(utf8_of(file));
    if (inputs.empty()) throw Error(output + ": the output is the only input");
    if (output.empty() && program::is_terminal(program::Stream::Output))
        reviewer.summarize();
    else if (output.ends_with(".html"))
        reviewer.write_page_to(output);
    else if (!output.empty())
        reviewer.write_to(output);
    return reviewer.run() ? 0 : program::BROKEN_OFF;
}

} // namespace agon::protocol
