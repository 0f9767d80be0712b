#include "protocol/uci/uci_session.hpp"

#include "engine/error.hpp"
#include "engine/quoted.hpp"
#include "protocol/uci/engine_options.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

namespace agon::protocol {

const std::span<const UciSession::Command> UciSession::COMMANDS = [] {
    using U = UciSession;
    using enum JobKind;
    static constexpr Command TABLE[] = {
        {&UCI, UCI.hello, "", "name, options, uciok", nullptr, Brief, &U::greet},
        {&UGI, UGI.hello, "", "name, options, ugiok", nullptr, Brief, &U::greet},
        {nullptr, "debug", "on|off", "print how long each command took", nullptr, Brief, &U::debug},
        {nullptr, "isready", "", "readyok, at once while searching", &U::isready, Brief, nullptr},
        {nullptr, "setoption", "name NAME [value VALUE]", "set an option", nullptr, Brief,
         &U::setoption},
        {&UCI, UCI.new_game, "", "forget the last game", nullptr, Brief, &U::new_game},
        {&UGI, UGI.new_game, "", "forget the last game", nullptr, Brief, &U::new_game},
        {nullptr, "position", "startpos|[fen] TEXT [moves ...]", "set the game", nullptr, Brief,
         &U::position},
        {&UGI, "query", "gameover|p1turn|result|legalmoves|fen", "about the position", nullptr,
         Brief, &U::query},
        {nullptr, "go", "[LIMITS] | perft N", "search, or count", nullptr, Search, nullptr},
        {nullptr, "stop", "", "end the search", &U::stop, Brief, nullptr},
        {nullptr, "ponderhit", "", "the awaited action was played", &U::ponderhit, Brief, nullptr},
        {nullptr, "quit", "", "leave", &U::leave, Brief, nullptr},
        {nullptr, "exit", "", "the same", &U::leave, Brief, nullptr},
        {nullptr, "d", "", "show the position", nullptr, Shown, &U::display},
        {nullptr, "eval", "", "show the evaluation by term", nullptr, Shown, &U::eval},
        {nullptr, "flip", "", "take the other side's view of the position", nullptr, Brief,
         &U::flip},
        {nullptr, "perft", "N", "count the sequences of N actions", nullptr, Count, &U::perft},
        {nullptr, "bench", "[HASH] [THREADS] [DEPTH]", "search fixed positions", nullptr, Count,
         &U::bench},
        {nullptr, "genfens", "N seed S book None|FILE", "random openings", nullptr, Count,
         &U::genfens},
        {nullptr, "help", "", "this list", nullptr, Shown, &U::help},
        {nullptr, "?", "", "the same", nullptr, Shown, &U::help},
    };
    return std::span<const Command>(TABLE);
}();

UciSession::UciSession(Host& host, Output& output, const Dialect& dialect)
    : Session(host, output), dialect_(dialect) {
    options_ = engine_options(
        host, {.variants_changed = [this] { write(options_.declaration("UCI_Variant")); },
               .show_wdl = [this](bool on) { show_wdl_ = on; },
               .debug_log_file = [this](const std::string& path) { traffic_.set_file(path); }});
}

const UciSession::Command* UciSession::find(std::string_view name, const Dialect& dialect) {
    const auto it = std::ranges::find_if(COMMANDS, [&](const Command& command) {
        return command.name == name && (command.only == nullptr || command.only == &dialect);
    });
    return it == COMMANDS.end() ? nullptr : &*it;
}

bool UciSession::knows(std::string_view word, const Dialect& dialect) {
    return find(word, dialect) != nullptr;
}

template<class Job>
void UciSession::run_queued(std::string_view name, const Job& job) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    try {
        job();
    } catch (const std::bad_alloc&) {
        say(fmt::format("{}: out of memory", name));
    } catch (const std::exception& error) {
        say(fmt::format("{}: {}", name, error.what()));
    }
    if (!debug_) return;
    say(fmt::format("debug: {} took {} us", name,
                    (Clock::now() - begin) / std::chrono::microseconds(1)));
}

void UciSession::run(std::string_view line) {
    Tokens words(line);
    const std::string_view name = words.next();
    if (name.starts_with('#')) return;
    const Command* command = find(name, dialect_);
    if (command == nullptr)
        return jobs_.post(JobKind::Brief, [this, fault = in_quotes(line)](search::Control&) {
            say("Unknown command: " + fault + ". Type help for a list.");
        });
    if (command->at_once != nullptr) return (this->*command->at_once)();
    if (command->queued != nullptr) return post(*command, words.rest());
    if (words.take("perft")) return post(*find("perft", dialect_), words.rest());
    post_go(words);
}

void UciSession::post(const Command& command, std::string_view words) {
    jobs_.post(command.kind, [this, &command, text = std::string(words)](search::Control& control) {
        run_queued(command.name, [&] { (this->*command.queued)(Tokens(text), control); });
    });
}

void UciSession::post_go(Tokens words) {
    GoCommand command = parse_go_command(words, dialect_.clocks);
    const JobKind kind = command.limits.ponder     ? JobKind::Pondering
                         : command.limits.infinite ? JobKind::Endless
                         : command.bounded()       ? JobKind::Search
                                                   : JobKind::Endless;
    jobs_.post(kind, [this, command = std::move(command)](search::Control& control) mutable {
        run_queued("go", [&] { go(command, control); });
    });
}

void UciSession::isready() {
    // It must not wait for a search. Otherwise it means that all commands before it are done.
    if (jobs_.long_job_outstanding()) return write("readyok");
    jobs_.post(JobKind::Brief, [this](search::Control&) { write("readyok"); });
}

void UciSession::say(std::string_view text) {
    constexpr std::size_t LONGEST = 1000;
    write("info string " + printable(text, LONGEST));
}

} // namespace agon::protocol
