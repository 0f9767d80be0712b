// GTP version 2 (protocols.md section 3; the draft of 2002).
#pragma once

#include "protocol/gtp/gtp_clock.hpp"
#include "protocol/gtp/gtp_record.hpp"
#include "protocol/session/session.hpp"
#include "protocol/session/tokens.hpp"
#include "protocol/uci/engine_options.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace agon::protocol {

struct GtpOptions {
    GtpMoves moves = GtpMoves::Text;
    search::Limits limits; ///< of a genmove without a clock; no time, nodes or depth: a second
    std::string log_file;  ///< the conversation is added to it; "" for none
};

/// Every command gets one reply, in order; `# interrupt` ends a search at once, and so do `quit`
/// and the end of input, after which all that was asked for is still answered.
class GtpSession final : public Session {
public:
    /// `host` and `output` must outlive the session. Throws Error when the log file cannot be
    /// written.
    GtpSession(Host& host, Output& output, GtpOptions options = {});
    ~GtpSession() override { close(); }

    /// Whether `word` is a GTP command, case counting.
    [[nodiscard]] static bool knows(std::string_view word);

private:
    struct Command {
        std::string_view name;
        std::size_t least_arguments, most_arguments;
        JobKind kind;
        /// Returns the reply's text, or throws Error with that of a failure.
        std::string (GtpSession::*run)(Tokens words, search::Control& control);
    };
    static const std::span<const Command> COMMANDS;
    [[nodiscard]] static const Command* find(std::string_view name);

    void run(std::string_view line) override;
    void reply(bool success, std::string_view id, std::string_view text);
    std::string execute(const Command& command, Tokens words, search::Control& control);

    // gtp_commands.cpp: the draft's commands.
    std::string protocol_version(Tokens words, search::Control& control);
    std::string name(Tokens words, search::Control& control);
    std::string version(Tokens words, search::Control& control);
    std::string known_command(Tokens words, search::Control& control);
    std::string list_commands(Tokens words, search::Control& control);
    std::string quit_in_turn(Tokens words, search::Control& control);
    std::string boardsize(Tokens words, search::Control& control);
    std::string clear_board(Tokens words, search::Control& control);
    std::string komi(Tokens words, search::Control& control);
    std::string play(Tokens words, search::Control& control);
    std::string genmove(Tokens words, search::Control& control);
    std::string reg_genmove(Tokens words, search::Control& control);
    std::string undo(Tokens words, search::Control& control);
    std::string time_settings(Tokens words, search::Control& control);
    std::string time_left(Tokens words, search::Control& control);
    std::string final_score(Tokens words, search::Control& control);
    std::string showboard(Tokens words, search::Control& control);

    // gtp_extensions.cpp: those of arenas, of this program and of GoGui.
    std::string winner(Tokens words, search::Control& control);
    std::string agon_variant(Tokens words, search::Control& control);
    std::string agon_setup(Tokens words, search::Control& control);
    std::string agon_fen(Tokens words, search::Control& control);
    std::string agon_param(Tokens words, search::Control& control);
    std::string agon_status(Tokens words, search::Control& control);
    std::string agon_legal(Tokens words, search::Control& control);
    std::string agon_legal_gfx(Tokens words, search::Control& control);
    std::string agon_eval(Tokens words, search::Control& control);
    std::string agon_pv(Tokens words, search::Control& control);
    std::string agon_pv_gfx(Tokens words, search::Control& control);
    std::string game_id(Tokens words, search::Control& control);
    std::string board_size(Tokens words, search::Control& control);
    std::string board(Tokens words, search::Control& control);
    std::string board_gfx(Tokens words, search::Control& control);
    std::string legal_vertices(Tokens words, search::Control& control);
    std::string side_to_move(Tokens words, search::Control& control);
    std::string final_result(Tokens words, search::Control& control);
    std::string captured_count(Tokens words, search::Control& control);
    std::string analyze_commands(Tokens words, search::Control& control);
    std::string play_sequence(Tokens words, search::Control& control);
    std::string interrupt(Tokens words, search::Control& control);

    /// The answer to a side that has nothing to choose; nothing when it has.
    [[nodiscard]] std::optional<std::string> answer_without_choice(Side side) const;
    /// The best action of record_.choices().
    Move search(search::Limits limits, search::Control& control, search::Listener& listener);
    /// The same with the limits for analysis, and with its line of play.
    struct Analysis;
    Analysis analyse(search::Control& control);
    /// Limits that do not depend on how fast the machine is.
    [[nodiscard]] search::Limits steady_limits() const;
    [[nodiscard]] bool vertices() const { return gtp_.moves == GtpMoves::Vertex; }
    /// The move that begins, or half way goes on with, an action.
    [[nodiscard]] std::string move_text(Move move) const;
    void begin_game();

    GtpOptions gtp_;
    OptionTable options_;
    GtpRecord record_;
    GtpClock clock_;

    /// The rest of an action whose FROM genmove has answered.
    struct Plan {
        std::uint64_t key; ///< of the position
        Move move;
    };
    std::optional<Plan> plan_;
};

/// "b", "black", "w" or "white" of either case, or Error "syntax error".
[[nodiscard]] Side parse_gtp_colour(std::string_view word);

} // namespace agon::protocol
