// GTP version 2 (protocols.md section 3; the GTP 2 draft of 2002).
#pragma once

#include "protocol/gtp/gtp_clock.hpp"
#include "protocol/gtp/gtp_record.hpp"
#include "protocol/session/session.hpp"
#include "protocol/session/tokens.hpp"
#include "protocol/uci/option_table.hpp"
#include "search/control.hpp"
#include "search/limits.hpp"
#include "search/listener.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace agon::protocol {

struct GtpOptions {
    GtpMoves moves = GtpMoves::Text;
    search::Limits
        limits; ///< of genmove without a clock; a second unless time, nodes or depth is set
    std::string log_file; ///< the conversation is appended to it; "" for none
};

/// Every command gets one reply, in order. `# interrupt`, `quit` and the end of input stop
/// searches; the commands before them are still answered.
class GtpSession final : public Session {
public:
    /// `host` and `output` must outlive the session. Throws Error when the log file cannot be
    /// written.
    GtpSession(Host& host, Output& output, GtpOptions options = {});
    ~GtpSession() override { close(); }

    /// Whether `word` is a GTP command; case matters.
    [[nodiscard]] static bool knows(std::string_view word);

private:
    /// Returns the text of the reply, or throws Error with the text of the failure.
    using Handler = std::string(Tokens words, search::Control& control);
    struct Command {
        std::string_view name;
        std::size_t least_arguments, most_arguments;
        JobKind kind;
        Handler GtpSession::*run; ///< null for a fixed reply
        std::string_view fixed_reply{};
    };
    static const std::span<const Command> COMMANDS;
    [[nodiscard]] static const Command* find(std::string_view name);

    void run(std::string_view line) override;
    void reply(bool success, std::string_view id, std::string_view text);
    std::string execute(const Command& command, Tokens words, search::Control& control);

    // gtp_commands.cpp: the commands of the draft.
    Handler known_command, list_commands, boardsize, clear_board, komi, play, genmove, reg_genmove,
        undo, time_settings, time_left, final_score, showboard;
    // gtp_extensions.cpp: those of arenas, of this program and of GoGui.
    Handler winner, agon_variant, agon_setup, agon_fen, agon_param, agon_status, agon_legal,
        agon_legal_gfx, agon_eval, agon_pv, agon_pv_gfx, board, board_gfx, legal_vertices,
        side_to_move, final_result, captured_count, play_sequence;

    /// `pass` or `resign`, for a side that is not the chooser or when the game is over.
    [[nodiscard]] std::optional<std::string> answer_without_choice(Side side) const;
    /// The best action of record_.choices().
    Move search(search::Limits limits, search::Control& control, search::Listener& listener);
    /// The score and the principal variation, by steady_limits(). Throws Error when the game is
    /// over.
    struct Analysis;
    Analysis analyse(search::Control& control);
    /// Limits that do not depend on the speed of the machine.
    [[nodiscard]] search::Limits steady_limits() const;
    [[nodiscard]] bool vertices() const { return gtp_.moves == GtpMoves::Vertex; }
    /// The next GTP move of an action: with vertex moves its FROM, then its TO.
    [[nodiscard]] std::string move_text(Move move) const;
    void begin_game();

    GtpOptions gtp_;
    OptionTable options_;
    GtpRecord record_;
    GtpClock clock_;

    /// The action whose FROM genmove has answered.
    struct Plan {
        std::uint64_t key; ///< of the position
        Move move;
    };
    std::optional<Plan> plan_;
};

} // namespace agon::protocol
