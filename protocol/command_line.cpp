#include "protocol/command_line.hpp"

#include "engine/byte_order_mark.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/terminal.hpp"
#include "protocol/cli/values.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/os/program.hpp"
#include "protocol/protocol_choice.hpp"
#include "protocol/session/game_options.hpp"
#include "protocol/session/hash_option.hpp"
#include "protocol/session/host.hpp"
#include "protocol/session/run_session.hpp"
#include "protocol/session/tokens.hpp"
#include "protocol/uci/uci_session.hpp"
#include "search/clock.hpp"
#include "search/engine.hpp"
#include "search/limits.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <string>

namespace agon::protocol {
namespace {

using program::Words;

constexpr const char* USAGE =
    R"(agon [OPTIONS]                  speak UCI, UGI or GTP on standard input and output
agon [OPTIONS] "COMMAND ..."... execute a session's commands, one per argument
agon COMMAND [OPTIONS]          do one of these; see 'agon help COMMAND'

)";
constexpr const char* EXAMPLES = R"(  agon --variant ham --threads 4
  agon "position startpos moves a1b2" "go depth 8" quit
  agon --protocol gtp --gtp-moves vertex --movetime 1000
)";
constexpr const char* GREETING =
    "Agon, an engine for the board game Agon. 'help' lists the commands, 'quit' ends.";

/// The values of a session's options.
class SessionOptions {
public:
    SessionOptions()
        : options_("agon", USAGE + program::command_table(subcommands()), EXAMPLES),
          game_(options_) {
        options_.number("threads", threads_, "threads that search", 1, search::MAX_THREADS);
        add_hash_option(options_, hash_mb_);
        options_.choice("protocol", protocol_, {"uci", "ugi", "gtp"},
                        "uci, ugi or gtp; without it the first word of the input decides");
        options_.output("log-file", log_file_, "write the log to this file, not to standard error");
        options_.choice("log-level", log_level_, program::words_of(log_levels()),
                        "trace, debug, info, warning, error, critical or off");
        options_.group("Options of GTP");
        options_.choice("gtp-moves", gtp_moves_, {"text", "vertex"},
                        "text: a move is an action; vertex: it is a cell, for GoGui");
        options_.number("movetime", gtp_.limits.move_time,
                        "milliseconds for a genmove without a clock (1000)", 0,
                        search::LONGEST_TIME.count());
        options_.number("nodes", gtp_.limits.nodes, "nodes for a genmove without a clock", 1);
        options_.number("depth", gtp_.limits.depth, "plies for a genmove without a clock", 1);
        options_.output("logfile-name", gtp_.log_file, "append the conversation to this file");
        options_.number("seed", seed_,
                        "of what a low Level leaves to chance; 0: another in each game", 0);
        options_.words(lines_, "COMMAND", 0, std::numeric_limits<std::size_t>::max());
    }

    /// The place of the first argument that is neither an option nor its value.
    [[nodiscard]] std::size_t first_word(const Words& args) const {
        std::size_t i = 0;
        while (i < args.size() && args[i].starts_with('-'))
            i += options_.needs_next(args[i]) ? 2U : 1U;
        return std::min(i, args.size());
    }

    [[nodiscard]] bool read(const Words& args) { return options_.read(args); }

    void run() {
        gtp_.moves = gtp_moves_ == "vertex" ? GtpMoves::Vertex : GtpMoves::Text;
        set_up_log(log_file_, log_level_);
        const search::SteadyClock clock;
        Host host(clock);
        game_.set_up(host);
        host.set_threads(threads_);
        if (hash_mb_ != search::DEFAULT_HASH_MB) host.set_hash(hash_mb_);
        host.set_level_seed(seed_);
        run(host);
    }

private:
    void run(Host& host) {
        std::optional<Protocol> protocol = find_protocol(protocol_);
        platform::ignore_broken_pipes();
        StreamOutput output(std::cout, [] { // from its own thread, while the session reads input
            std::cerr << "agon: " << program::OUTPUT_BROKEN << std::endl;
            std::_Exit(EXIT_FAILURE);
        });
        if (!lines_.empty()) {
            if (!protocol) protocol = detect_protocol(lines_[0]);
            return run_lines(*make_session(protocol.value_or(Protocol::Uci), host, output, gtp_),
                             lines_);
        }
        if (!protocol && program::is_terminal(program::Stream::Input) &&
            program::is_terminal(program::Stream::Errors))
            std::cerr << GREETING << std::endl;
        skip_byte_order_mark(std::cin);
        std::string first;
        while (!protocol && std::getline(std::cin, first)) protocol = detect_protocol(first);
        if (!protocol) return;
        const auto session = make_session(*protocol, host, output, gtp_);
        if (!first.empty()) session->handle(first);
        if (!run_stream(*session, std::cin, output)) std::_Exit(EXIT_SUCCESS);
    }

    program::Options options_;
    GameOptions game_;
    int threads_ = 1;
    std::size_t hash_mb_ = search::DEFAULT_HASH_MB;
    std::string protocol_, log_file_, log_level_ = "warning", gtp_moves_ = "text";
    GtpOptions gtp_;
    std::uint64_t seed_ = 0;
    Words lines_;
};

/// Whether an argument is a line for a session: one with a space and a first word of a protocol.
bool is_line(std::string_view argument) {
    const std::string_view word = Tokens(argument).peek();
    return argument.find(' ') != std::string_view::npos &&
           (detect_protocol(argument) == Protocol::Gtp || UciSession::knows(word, UCI) ||
            UciSession::knows(word, UGI));
}

program::UsageError unknown(const std::string& command) {
    Words names = names_of(subcommands());
    names.insert(names.end(), {"help", "version"});
    return program::unknown("command", command, names, "agon");
}

int help(const std::string& name) {
    const program::Command* const command = find_command(subcommands(), name);
    if (command == nullptr) throw unknown(name);
    return command->run({"--help"});
}

} // namespace

int run_command_line(const Words& args) {
    SessionOptions session;
    const std::size_t place = session.first_word(args);
    if (place < args.size()) {
        const std::string& word = args[place];
        if (word == "help" && place + 1 < args.size()) return help(args[place + 1]);
        if (word == "help" || word == "version") {
            (void)session.read({"--" + word}); // prints them
            return 0;
        }
        if (const program::Command* const command = find_command(subcommands(), word)) {
            Words rest = args;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(place));
            return command->run(rest);
        }
        const bool protocol_given = std::ranges::any_of(
            args, [](const std::string& arg) { return arg.starts_with("--protocol"); });
        if (!protocol_given && !is_line(word)) throw unknown(word);
    }
    if (session.read(args)) session.run();
    return 0;
}

} // namespace agon::protocol
