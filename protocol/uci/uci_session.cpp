#include "protocol/uci/uci_session.hpp"

#include "bench/search_bench.hpp"
#include "bench/speed_test.hpp"
#include "engine/error.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/perft.hpp"
#include "engine/notation/notation.hpp"
#include "engine/quote.hpp"
#include "engine/words.hpp"
#include "protocol/cli/build_report.hpp"
#include "protocol/cli/values.hpp"
#include "protocol/session/describe.hpp"
#include "protocol/session/genfens.hpp"
#include "protocol/session/position_command.hpp"
#include "protocol/session/tokens.hpp"
#include "protocol/uci/bench_request.hpp"
#include "protocol/uci/bench_text.hpp"
#include "protocol/uci/engine_options.hpp"
#include "protocol/uci/info_text.hpp"
#include "search/control.hpp"
#include "search/listener.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <new>
#include <utility>

namespace agon::protocol {

const std::span<const UciSession::Command> UciSession::COMMANDS = [] {
    using U = UciSession;
    using enum JobKind;
    constexpr std::size_t MANY = SIZE_MAX;
    static constexpr Command TABLE[] = {
        {&UCI, UCI.hello, "", 0, "name, options, uciok", nullptr, Brief, &U::greet},
        {&UGI, UGI.hello, "", 0, "name, options, ugiok", nullptr, Brief, &U::greet},
        {nullptr, "debug", "on|off", 1, "print how long each command took", nullptr, Brief,
         &U::debug},
        {nullptr, "isready", "", 0, "readyok, at once while searching", &U::isready, Brief,
         nullptr},
        {nullptr, "setoption", "name NAME [value VALUE]", MANY, "set an option", nullptr, Brief,
         &U::setoption},
        {&UCI, UCI.new_game, "", 0, "forget the last game", nullptr, Brief, &U::new_game},
        {&UGI, UGI.new_game, "", 0, "forget the last game", nullptr, Brief, &U::new_game},
        {nullptr, "position", "startpos|[fen] TEXT [moves ...]", MANY, "set the game", nullptr,
         Brief, &U::position},
        {&UGI, "query", "gameover|p1turn|result|legalmoves|fen", 1, "about the position", nullptr,
         Brief, &U::query},
        {nullptr, "go", "[LIMITS] | perft N", MANY, "search, or count", nullptr, Search, nullptr},
        {nullptr, "stop", "", 0, "end the search", &U::stop, Brief, nullptr},
        {nullptr, "ponderhit", "", 0, "the expected action was played", &U::ponderhit, Brief,
         nullptr},
        {nullptr, "quit", "", 0, "leave", &U::leave, Brief, nullptr},
        {nullptr, "exit", "", 0, "the same", &U::leave, Brief, nullptr},
        {nullptr, "d", "", 0, "show the position", nullptr, Shown, &U::display},
        {nullptr, "eval", "", 0, "show the evaluation, piece by piece", nullptr, Shown, &U::eval},
        {nullptr, "flip", "", 0, "take the other side's view of the position", nullptr, Brief,
         &U::flip},
        {nullptr, "perft", "N", 1, "count the sequences of N actions", nullptr, Count, &U::perft},
        {nullptr, "bench", "[HASH] [THREADS] [LIMIT] [FILE] [TYPE]", MAX_BENCH_WORDS,
         "search fixed positions", nullptr, Count, &U::bench},
        {nullptr, "speedtest", "[THREADS] [HASH] [SECONDS]", 3, "measure the nodes per second",
         nullptr, Measure, &U::speedtest},
        {nullptr, "compiler", "", 0, "how this program was built", nullptr, Shown, &U::compiler},
        {nullptr, "export_net", "[FILE]", MANY, "write the network that evaluates", nullptr, Shown,
         &U::export_net},
        {nullptr, "genfens", "N seed S book None|FILE", 5, "random openings", nullptr, Count,
         &U::genfens},
        {nullptr, "help", "", 0, "this list", nullptr, Shown, &U::help},
        {nullptr, "?", "", 0, "the same", nullptr, Shown, &U::help},
    };
    return std::span<const Command>(TABLE);
}();

UciSession::UciSession(Host& host, Output& output, const Dialect& dialect, JobQueue::Look look)
    : Session(host, output, std::move(look)), dialect_(dialect) {
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
    if (command->at_once != nullptr) {
        name_surplus(*command, words);
        return (this->*command->at_once)();
    }
    if (command->queued != nullptr) return post(*command, words.rest());
    if (words.take("perft")) return post(*find("perft", dialect_), words.rest());
    post_go(words);
}

void UciSession::post(const Command& command, std::string_view words) {
    jobs_.post(command.kind, [this, &command, text = std::string(words)](search::Control& control) {
        run_queued(command.name, [&] {
            name_surplus(command, Tokens(text));
            (this->*command.queued)(Tokens(text), control);
        });
    });
}

void UciSession::name_surplus(const Command& command, Tokens words) {
    for (std::size_t i = 0; i < command.most_words && !words.done(); ++i) words.next();
    if (!words.done()) say(fmt::format("{}: {} is ignored", command.name, in_quotes(words.rest())));
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
    write("info string " + escape_controls(text, LONGEST));
}

// What the queued commands of UCI do.

namespace {

class InfoWriter final : public search::Listener {
public:
    InfoWriter(std::function<void(const std::string&)> write, bool show_wdl)
        : write_(std::move(write)), show_wdl_(show_wdl) {}

    void on_info(const search::Info& info) override {
        if (info.line == 1 && !info.line_moves.empty()) best_ = info.line_moves.front();
        write_(info_text(info, show_wdl_));
    }
    void on_current_move(int depth, Move move, int number) override {
        write_(fmt::format("info depth {} currmove {} currmovenumber {}", depth, to_text(move),
                           number));
    }

    /// The best action reported; Move{} before there is one.
    [[nodiscard]] Move best() const { return best_; }

private:
    std::function<void(const std::string&)> write_;
    bool show_wdl_;
    Move best_;
};

program::Words words_in(Tokens words) {
    program::Words all;
    while (!words.done()) all.emplace_back(words.next());
    return all;
}

Move first_action(const Game& game) {
    MoveList moves;
    if (!game.outcome()) legal_moves(game.rules(), game.position(), moves);
    return moves.empty() ? Move() : moves[0];
}

} // namespace

void UciSession::greet(Tokens, search::Control&) {
    write("id name Agon " + std::string(program::version()));
    write("id author the Agon developers");
    for (const std::string& line : options_.declarations()) write(line);
    write(dialect_.ready);
}

void UciSession::debug(Tokens words, search::Control&) {
    if (words.take("on"))
        debug_ = true;
    else if (words.take("off"))
        debug_ = false;
    else
        throw Error("expected on or off, got " + in_quotes(words.peek()));
}

void UciSession::setoption(Tokens words, search::Control&) {
    if (!words.take("name")) throw Error("'name' is missing");
    std::string name;
    while (!words.done() && !equal_ignoring_case(words.peek(), "value"))
        name += (name.empty() ? "" : " ") + std::string(words.next());
    words.take("value");
    options_.set(name, words.rest());
}

void UciSession::new_game(Tokens, search::Control&) {
    host_.engine().clear();
    host_.new_game();
}

void UciSession::position(Tokens words, search::Control&) {
    refused_in_ = host_.new_games();
    host_.set_game(parse_position_command(host_, words));
    refused_in_.reset();
}

void UciSession::report_refused_position(std::string_view command, std::string_view doing) {
    if (std::exchange(refused_in_, std::nullopt) == host_.new_games())
        say(fmt::format("{}: the last position was refused, {} the one before it: {}", command,
                        doing, to_text(host_.game().position())));
}

void UciSession::go(GoCommand& command, search::Control& control) {
    InfoWriter listener([this](const std::string& line) { write(line); }, show_wdl_);
    search::Answer answer;
    try {
        settle(command, host_.game());
        for (const std::string& fault : command.faults) say(fault);
        report_refused_position("go", "searching");
        answer = find_answer(command, control, listener);
    } catch (const std::bad_alloc&) { // each `go` has its bestmove
        write("info string go: out of memory");
        answer.best = listener.best().is_none() ? first_action(host_.game()) : listener.best();
    } catch (const Error& error) {
        say(fmt::format("go: {}", error.what()));
        answer.best = first_action(host_.game());
    }
    if (!dialect_.names_ponder_move) answer.ponder = Move();
    jobs_.over(control);
    write(bestmove_text(answer));
}

/// A `mate` that the engine refuses is left out: the search still reports a score, and waits for
/// `stop` or `ponderhit` where it must (protocols.md section 1 (Conduct)).
search::Answer UciSession::find_answer(GoCommand& command, search::Control& control,
                                       search::Listener& listener) {
    search::Limits& limits = command.limits;
    try {
        return host_.engine().search(host_.game(), limits, control, listener);
    } catch (const Error& error) {
        if (!limits.mate) throw;
        say(fmt::format("go: {}", error.what()));
    }
    limits.mate.reset();
    if (!command.bounded() && !limits.infinite && !limits.ponder) limits.depth = 1;
    return host_.engine().search(host_.game(), limits, control, listener);
}

void UciSession::query(Tokens words, search::Control&) {
    const Game& game = host_.game();
    const auto outcome = game.outcome();
    const auto answer = [&](const std::string& text) { write("response " + text); };
    const auto answer_whether = [&](bool holds) { answer(holds ? "true" : "false"); };
    if (words.take("gameover")) return answer_whether(outcome.has_value());
    if (words.take("p1turn")) return answer_whether(game.chooser() == Side::White);
    if (words.take("legalmoves")) return answer(legal_text(game));
    if (words.take("fen")) return answer(to_text(game.position()));
    if (!words.take("result"))
        throw Error("expected gameover, p1turn, result, legalmoves or fen, got " +
                    in_quotes(words.peek()));
    if (!outcome) return answer("none");
    if (!outcome->winner) return answer("draw");
    answer(*outcome->winner == Side::White ? "p1win" : "p2win");
}

void UciSession::perft(Tokens words, search::Control& control) {
    const int depth = program::number<int>("depth", words.next(), 0, MAX_PERFT_DEPTH);
    report_refused_position("perft", "counting from");
    const Game& game = host_.game();
    PerftOptions options;
    options.threads = host_.threads();
    options.stop = [&] { return control.stopped(); };
    const auto entries = perft_divide(game.rules(), game.position(), depth, options);
    jobs_.over(control);
    if (control.stopped()) return say("perft: stopped before its end");
    for (const std::string& line : describe_perft(entries, total_count(entries, depth)))
        write(line);
}

void UciSession::bench(Tokens words, search::Control& control) {
    const BenchRequest request = parse_bench(words_in(words), host_, {}, SESSION_BENCH);
    const auto result = search_bench(
        request.options, control,
        [&](const bench::SearchBenchStep& step) {
            say(describe_bench_step(step));
            let_reader_catch_up(control.stop_flag());
        },
        request.games);
    jobs_.over(control);
    if (result.stopped) return say("bench: stopped before its end");
    write(describe_bench(result));
}

void UciSession::speedtest(Tokens words, search::Control& control) {
    const bench::SpeedTestOptions options = parse_speed_test(words_in(words), host_);
    const auto result = speed_test(options, control, [&](const bench::SpeedTestStep& step) {
        say(describe_speed_step(step));
    });
    jobs_.over(control);
    if (result.searched < result.count) say("speedtest: stopped before its end");
    if (result.searched == 0) return;
    for (const std::string& line : describe_speed_test(options, result)) write(line);
}

void UciSession::compiler(Tokens, search::Control&) {
    for (const std::string& line : split_lines(program::build_report("agon"))) write(line);
}

void UciSession::export_net(Tokens words, search::Control&) {
    const auto [name, file] = host_.export_network(words.rest());
    say(fmt::format("export_net: the network '{}' is written to {}", name, file));
}

void UciSession::display(Tokens, search::Control&) {
    for (const std::string& line : describe(host_.game())) write(line);
}

void UciSession::eval(Tokens, search::Control&) {
    for (const std::string& line : describe_evaluation(host_.game(), host_.network())) write(line);
}

void UciSession::flip(Tokens, search::Control&) {
    host_.set_position(flipped(host_.rules(), host_.game().position()));
}

void UciSession::genfens(Tokens words, search::Control& control) {
    const GenfensRequest request = parse_genfens(words);
    protocol::genfens(host_.game(), genfens_starts(host_.game(), request.book), request,
                      [&](const std::string& text) {
                          write("info string genfens " + text);
                          let_reader_catch_up(control.stop_flag());
                          return !control.stopped();
                      });
    jobs_.over(control);
    if (control.stopped()) say("genfens: stopped before its end");
}

void UciSession::help(Tokens, search::Control&) {
    for (const Command& command : COMMANDS)
        if (command.only == nullptr || command.only == &dialect_)
            write(fmt::format("{:<46}  {}", fmt::format("{} {}", command.name, command.arguments),
                              command.summary));
}

} // namespace agon::protocol
