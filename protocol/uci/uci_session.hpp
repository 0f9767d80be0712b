// UCI, and UGI as a dialect of it (protocols.md sections 1 and 2).
#pragma once

#include "protocol/session/session.hpp"
#include "protocol/session/tokens.hpp"
#include "protocol/uci/dialect.hpp"
#include "protocol/uci/options.hpp"

#include <span>
#include <string_view>

namespace agon::protocol {

class UciSession final : public Session {
public:
    /// All three must outlive the session; `dialect` is UCI or UGI themselves, no copy.
    UciSession(Host& host, Output& output, const Dialect& dialect = UCI);
    ~UciSession() override { close(); }

    /// Whether `word` begins a command of the dialect, case counting.
    [[nodiscard]] static bool knows(std::string_view word, const Dialect& dialect = UCI);

private:
    /// Commands with `at_once` overtake everything; `queued` ones run in order.
    struct Command {
        const Dialect* only; ///< nothing when all dialects have it
        std::string_view name, arguments, summary;
        void (UciSession::*at_once)();
        JobKind kind;
        void (UciSession::*queued)(Tokens words, search::Control& control);
    };
    static const std::span<const Command> COMMANDS;
    [[nodiscard]] static const Command* find(std::string_view name, const Dialect& dialect);
    [[nodiscard]] static JobKind kind_of_go(Tokens words);

    void run(std::string_view line) override;
    void post(const Command& command, JobKind kind, std::string_view words);
    void run_queued(const Command& command, std::string_view words, search::Control& control);

    // On the thread of input.
    void stop() { jobs_.stop(); }
    void ponderhit() { jobs_.ponderhit(); }
    void leave() { quit(); }
    void isready();

    // On the thread of jobs.
    void greet(Tokens words, search::Control& control);
    void debug(Tokens words, search::Control& control);
    void setoption(Tokens words, search::Control& control);
    void new_game(Tokens words, search::Control& control);
    void position(Tokens words, search::Control& control);
    void query(Tokens words, search::Control& control);
    void go(Tokens words, search::Control& control);
    void perft(Tokens words, search::Control& control);
    void bench(Tokens words, search::Control& control);
    void display(Tokens words, search::Control& control);
    void eval(Tokens words, search::Control& control);
    void flip(Tokens words, search::Control& control);
    void genfens(Tokens words, search::Control& control);
    void help(Tokens words, search::Control& control);

    /// `info string` and a text of whatever origin, fit for one line.
    void say(std::string_view text);

    const Dialect& dialect_;
    OptionTable options_;
    bool show_wdl_ = false;
    bool debug_ = false;
    bool position_refused_ = false; ///< the last `position`, and no `go` has said so yet
};

} // namespace agon::protocol
