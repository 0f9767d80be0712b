// GTP commands beyond the draft: of arenas, of this program and of GoGui.
#include "engine/error.hpp"
#include "engine/game/move_list.hpp"
#include "engine/game/position.hpp"
#include "engine/notation/notation.hpp"
#include "engine/words.hpp"
#include "protocol/gtp/gogui_text.hpp"
#include "protocol/gtp/gtp_line.hpp"
#include "protocol/gtp/gtp_session.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/session/describe.hpp"
#include "protocol/uci/info_text.hpp"
#include "search/control.hpp"
#include "search/listener.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace agon::protocol {
namespace {

/// Keeps the last score and principal variation.
class LineListener final : public search::Listener {
public:
    void on_info(const search::Info& info) override {
        if (info.line != 1 || info.bound != search::Bound::Exact) return;
        score = info.score;
        line.assign(info.line_moves.begin(), info.line_moves.end());
    }

    search::Score score = 0;
    std::vector<Move> line;
};

} // namespace

struct GtpSession::Analysis {
    std::string score; ///< "cp 12", from the chooser
    std::vector<Move> line;
};

GtpSession::Analysis GtpSession::analyse(search::Control& control) {
    if (record_.end()) throw Error("the game is over");
    LineListener listener;
    search(steady_limits(), control, listener);
    return {score_text(listener.score), std::move(listener.line)};
}

std::string GtpSession::winner(Tokens, search::Control&) {
    const auto end = record_.end();
    if (!end) return "none";
    return end->winner ? std::string(name(*end->winner)) : "draw";
}

std::string GtpSession::agon_variant(Tokens words, search::Control&) {
    host_.set_variant(words.next());
    begin_game();
    return "";
}

std::string GtpSession::agon_setup(Tokens words, search::Control&) {
    options_.set("Setup", words.next());
    begin_game();
    return "";
}

std::string GtpSession::agon_fen(Tokens words, search::Control&) {
    if (words.done()) return to_text(record_.game().position());
    host_.set_position(parse_position(host_.rules(), words.rest()));
    begin_game();
    return "";
}

std::string GtpSession::agon_param(Tokens words, search::Control&) {
    constexpr std::array BEGINS_A_GAME = {"UCI_Variant", "VariantPath", "Setup"};
    const std::string_view word = words.next();
    // A name is one word here: Move_Overhead is the option Move Overhead.
    std::string name(word);
    if (!equal_ignoring_case(name.substr(0, 4), "UCI_")) std::ranges::replace(name, '_', ' ');
    options_.set(name, words.rest());
    for (const std::string_view option : BEGINS_A_GAME)
        if (equal_ignoring_case(word, option)) {
            host_.new_game();
            begin_game();
        }
    return "";
}

std::string GtpSession::agon_status(Tokens, search::Control&) { return gogui_status(record_); }

std::string GtpSession::agon_legal(Tokens, search::Control&) {
    return moves_text(record_.choices());
}

std::string GtpSession::agon_legal_gfx(Tokens, search::Control&) { return gogui_choices(record_); }

std::string GtpSession::agon_eval(Tokens, search::Control&) {
    return fmt::format("{}", fmt::join(describe_evaluation(record_.game(), host_.network()), "\n"));
}

std::string GtpSession::agon_pv(Tokens, search::Control& control) {
    const Analysis analysis = analyse(control);
    return analysis.score + (analysis.line.empty() ? "" : " ") + moves_text(analysis.line);
}

std::string GtpSession::agon_pv_gfx(Tokens, search::Control& control) {
    const Analysis analysis = analyse(control);
    return gogui_variation(analysis.line, analysis.score);
}

std::string GtpSession::board(Tokens, search::Control&) {
    return gogui_board(record_.game().position());
}

std::string GtpSession::board_gfx(Tokens, search::Control&) { return gogui_graphics(record_); }

std::string GtpSession::legal_vertices(Tokens, search::Control&) {
    const MoveList choices = record_.choices();
    if (choices.size() == 1 && choices[0].is_pass()) return "pass";
    return vertices_text(record_.vertices());
}

std::string GtpSession::side_to_move(Tokens, search::Control&) {
    return std::string(name(record_.chooser()));
}

std::string GtpSession::final_result(Tokens, search::Control&) {
    const auto end = record_.end();
    return end ? end->text : "the game is not over";
}

std::string GtpSession::captured_count(Tokens, search::Control&) {
    const Position& position = record_.game().position();
    const auto count = [&](Side side) {
        return (position.captured & position.pieces[side]).count();
    };
    return fmt::format("{} {}", count(Side::White), count(Side::Black));
}

std::string GtpSession::play_sequence(Tokens words, search::Control&) {
    auto before = record_.snapshot();
    try {
        while (!words.done()) {
            const Side side = parse_gtp_colour(words.next());
            record_.play(side, words.next(), gtp_.moves);
        }
    } catch (const Error&) {
        record_.restore(std::move(before));
        throw;
    }
    return "";
}

} // namespace agon::protocol
