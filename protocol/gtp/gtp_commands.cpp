// The commands of the GTP draft, with its error messages.
#include "engine/draw/diagram.hpp"
#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "engine/words.hpp"
#include "protocol/gtp/gogui_text.hpp"
#include "protocol/gtp/gtp_line.hpp"
#include "protocol/gtp/gtp_session.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdlib>

namespace agon::protocol {
namespace {

constexpr std::int64_t LONGEST_SECONDS = 1'000'000'000;

[[noreturn]] void syntax_error() { throw Error("syntax error"); }

std::int64_t parse_number(std::string_view word, std::int64_t most) {
    const auto number = to_number(word);
    if (!number || *number < 0 || *number > most) syntax_error();
    return *number;
}

search::Milliseconds parse_seconds(std::string_view word) {
    return search::Milliseconds(1000 * parse_number(word, LONGEST_SECONDS));
}

int parse_stones(std::string_view word) { return static_cast<int>(parse_number(word, 1'000'000)); }

} // namespace

std::string GtpSession::known_command(Tokens words, search::Control&) {
    return knows(words.next()) ? "true" : "false";
}

std::string GtpSession::list_commands(Tokens, search::Control&) {
    std::string text;
    for (const Command& command : COMMANDS) text += fmt::format("{}\n", command.name);
    text.pop_back();
    return text;
}

std::string GtpSession::boardsize(Tokens words, search::Control&) {
    const std::string_view width = words.next();
    const bool known =
        words.done() ? width == "11" || width == "6" : width == "11" && words.next() == "11";
    if (!known) {
        if (!to_number(width)) syntax_error();
        throw Error("unacceptable size");
    }
    return "";
}

std::string GtpSession::clear_board(Tokens, search::Control&) {
    host_.new_game();
    begin_game();
    return "";
}

void GtpSession::begin_game() {
    record_.restart();
    clock_.restart();
    plan_.reset();
}

std::string GtpSession::komi(Tokens words, search::Control&) {
    const std::string word(words.next());
    char* end = nullptr;
    const double value = std::strtod(word.c_str(), &end);
    if (*end != '\0' || !std::isfinite(value)) syntax_error();
    return "";
}

std::string GtpSession::play(Tokens words, search::Control&) {
    const Side side = parse_gtp_colour(words.next());
    record_.play(side, words.next(), gtp_.moves);
    return "";
}

std::optional<std::string> GtpSession::answer_without_choice(Side side) const {
    const std::string pass = vertices() ? "PASS" : "pass";
    if (const auto end = record_.end()) {
        const bool resigns = end->winner ? *end->winner != side : !vertices();
        return resigns ? "resign" : pass;
    }
    if (side != record_.chooser()) return pass;
    return std::nullopt;
}

std::string GtpSession::move_text(Move move) const {
    if (!vertices()) return to_text(move);
    if (move.is_pass()) return "PASS";
    const bool begins = !record_.selected() && !move.is_placement();
    return vertex_text(begins ? move.from() : move.to());
}

Move GtpSession::search(search::Limits limits, search::Control& control,
                        search::Listener& listener) {
    if (record_.selected()) {
        const MoveList choices = record_.choices();
        limits.root_moves.assign(choices.begin(), choices.end());
    }
    return host_.engine().search(record_.game(), limits, control, listener).best;
}

std::string GtpSession::genmove(Tokens words, search::Control& control) {
    const Side side = parse_gtp_colour(words.next());
    if (const auto answer = answer_without_choice(side)) {
        if (!equal_ignoring_case(*answer, "resign")) record_.idle();
        return *answer;
    }
    const auto begin = std::chrono::steady_clock::now();
    const std::uint64_t key = record_.game().position().key;
    const auto selected = record_.selected();
    Move move;
    if (selected && plan_ && plan_->key == key && plan_->move.from() == *selected) {
        move = plan_->move;
    } else {
        const bool halves = vertices() && !record_.game().position().placing();
        search::Limits limits = clock_.limits(side, halves ? 2 : 1).value_or(gtp_.limits);
        search::Listener listener;
        move = search(std::move(limits), control, listener);
    }
    std::string text = move_text(move);
    if (vertices() && !selected && !move.is_pass() && !move.is_placement()) {
        plan_ = Plan{key, move};
        record_.select(move.from());
    } else {
        record_.play(move);
    }
    clock_.spend(side, std::chrono::duration_cast<search::Milliseconds>(
                           std::chrono::steady_clock::now() - begin));
    return text;
}

search::Limits GtpSession::steady_limits() const {
    constexpr std::uint64_t NODES = 200'000;
    search::Limits limits = gtp_.limits;
    limits.move_time.reset();
    if (!limits.depth && !limits.nodes) limits.nodes = NODES;
    return limits;
}

std::string GtpSession::reg_genmove(Tokens words, search::Control& control) {
    const Side side = parse_gtp_colour(words.next());
    if (const auto answer = answer_without_choice(side)) return *answer;
    host_.engine().clear(); // earlier searches must not change the answer
    search::Listener listener;
    return move_text(search(steady_limits(), control, listener));
}

std::string GtpSession::undo(Tokens, search::Control&) {
    if (!record_.undo()) throw Error("cannot undo");
    return "";
}

std::string GtpSession::time_settings(Tokens words, search::Control&) {
    GtpTimeSettings settings;
    settings.main = parse_seconds(words.next());
    settings.overtime = parse_seconds(words.next());
    settings.stones = parse_stones(words.next());
    clock_.set(settings);
    return "";
}

std::string GtpSession::time_left(Tokens words, search::Control&) {
    const Side side = parse_gtp_colour(words.next());
    const search::Milliseconds left = parse_seconds(words.next());
    clock_.set_left(side, left, parse_stones(words.next()));
    return "";
}

std::string GtpSession::final_score(Tokens, search::Control&) {
    const auto end = record_.end();
    if (!end) throw Error("cannot score");
    if (!end->winner) return "0";
    return *end->winner == Side::White ? "W+" : "B+";
}

std::string GtpSession::showboard(Tokens, search::Control&) {
    const Game& game = record_.game();
    DiagramOptions options;
    if (game.length() > 0) options.last = game.move(game.length() - 1);
    const auto end = record_.end();
    return fmt::format("\n{}Fen: {}\nChooser: {}\nResult: {}",
                       text_diagram(game.position(), options), to_text(game.position()),
                       name(record_.chooser()), end ? end->text : "none");
}

} // namespace agon::protocol
