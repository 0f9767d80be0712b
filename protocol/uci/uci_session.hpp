// UCI, and UGI as a dialect of it (protocols.md sections 1 and 2).
#pragma once

#include "protocol/session/session.hpp"
#include "protocol/session/tokens.hpp"
#include "protocol/uci/dialect.hpp"
#include "protocol/uci/go_command.hpp"
#include "protocol/uci/option_table.hpp"
#include "search/control.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace agon::protocol {

class UciSession final : public Session {
public:
    /// All three must outlive the session. `dialect` is the constant UCI or UGI, not a copy.
    /// `look` as for Session.
    UciSession(Host& host, Output& output, const Dialect& dialect = UCI, JobQueue::Look look = {});
    ~UciSession() override { close(); }

    /// Whether `word` is a command of the dialect; case matters.
    [[nodiscard]] static bool knows(std::string_view word, const Dialect& dialect = UCI);

private:
    using Handler = void(Tokens words, search::Control& control);
    /// Has either `at_once`, which overtakes the queue, or `queued`; `go` has neither.
    struct Command {
        const Dialect* only; ///< null if all dialects have it
        std::string_view name, arguments;
        std::size_t most_words; ///< after the name; more are reported and ignored
        std::string_view summary;
        void (UciSession::*at_once)();
        JobKind kind;
        Handler UciSession::*queued;
    };
    static const std::span<const Command> COMMANDS;
    [[nodiscard]] static const Command* find(std::string_view name, const Dialect& dialect);

    void run(std::string_view line) override;
    void post(const Command& command, std::string_view words);
    void post_go(Tokens words);
    void name_surplus(const Command& command, Tokens words);
    /// Runs `job`; what it throws is reported after the command's name.
    template<class Job>
    void run_queued(std::string_view name, const Job& job);

    // On the input thread.
    void stop() { jobs_.stop(); }
    void ponderhit() { jobs_.ponderhit(); }
    void leave() { quit(); }
    void isready();

    // On the thread of jobs.
    void go(GoCommand& command, search::Control& control);
    search::Answer find_answer(GoCommand& command, search::Control& control,
                               search::Listener& listener);
    Handler greet, debug, setoption, new_game, position, query, perft, bench, speedtest, compiler,
        display, eval, export_net, flip, genfens, help;

    /// Says on which position the command works if the last `position` was refused in this game.
    void report_refused_position(std::string_view command, std::string_view doing);

    /// Writes `info string` and the text, made printable.
    void say(std::string_view text);

    const Dialect& dialect_;
    OptionTable options_;
    bool show_wdl_ = false;
    bool debug_ = false;
    /// Host::new_games() when the last `position` was refused; nullopt if it was accepted, or once
    /// report_refused_position() has mentioned it.
    std::optional<std::uint64_t> refused_in_;
};

} // namespace agon::protocol
