#include "protocol/gtp/gtp_session.hpp"

#include "engine/error.hpp"
#include "engine/quote.hpp"
#include "protocol/cli/build_report.hpp"
#include "protocol/cli/program.hpp"
#include "protocol/gtp/gtp_line.hpp"
#include "protocol/session/describe.hpp"
#include "protocol/session/tokens.hpp"
#include "protocol/uci/engine_options.hpp"
#include "search/control.hpp"
#include "search/limits.hpp"

#include <algorithm>
#include <new>

namespace agon::protocol {
namespace {

constexpr std::string_view ANALYZE_COMMANDS = "gfx/Legal moves/agon-legal-gfx\n"
                                              "gfx/Principal variation/agon-pv-gfx\n"
                                              "hstring/Legal moves (text)/agon-legal\n"
                                              "hstring/Principal variation (text)/agon-pv\n"
                                              "hstring/Evaluation/agon-eval\n"
                                              "string/Who acts/agon-status\n"
                                              "string/Position text/agon-fen";

} // namespace

const std::span<const GtpSession::Command> GtpSession::COMMANDS = [] {
    using G = GtpSession;
    using enum JobKind;
    constexpr std::size_t MANY = 100'000;
    static const Command TABLE[] = {
        {"protocol_version", 0, 0, Brief, nullptr, "2"},
        {"name", 0, 0, Brief, nullptr, "Agon"},
        {"version", 0, 0, Brief, nullptr, program::version()},
        {"known_command", 1, 1, Brief, &G::known_command},
        {"list_commands", 0, 0, Brief, &G::list_commands},
        {"quit", 0, 0, Brief, nullptr},
        {"boardsize", 1, 2, Brief, &G::boardsize},
        {"clear_board", 0, 0, Brief, &G::clear_board},
        {"komi", 1, 1, Brief, &G::komi},
        {"play", 2, 2, Brief, &G::play},
        {"genmove", 1, 1, Search, &G::genmove},
        {"reg_genmove", 1, 1, Search, &G::reg_genmove},
        {"undo", 0, 0, Brief, &G::undo},
        {"time_settings", 3, 3, Brief, &G::time_settings},
        {"time_left", 3, 3, Brief, &G::time_left},
        {"final_score", 0, 0, Brief, &G::final_score},
        {"showboard", 0, 0, Brief, &G::showboard},
        {"winner", 0, 0, Brief, &G::winner},
        {"agon-variant", 1, 1, Brief, &G::agon_variant},
        {"agon-setup", 1, 1, Brief, &G::agon_setup},
        {"agon-fen", 0, MANY, Brief, &G::agon_fen},
        {"agon-param", 1, MANY, Brief, &G::agon_param},
        {"agon-status", 0, 0, Brief, &G::agon_status},
        {"agon-legal", 0, 0, Brief, &G::agon_legal},
        {"agon-legal-gfx", 0, 0, Brief, &G::agon_legal_gfx},
        {"agon-eval", 0, 0, Brief, &G::agon_eval},
        {"agon-pv", 0, 0, Search, &G::agon_pv},
        {"agon-pv-gfx", 0, 0, Search, &G::agon_pv_gfx},
        {"gogui-rules_game_id", 0, 0, Brief, nullptr, "Agon"},
        {"gogui-rules_board_size", 0, 0, Brief, nullptr, "11 11 hex"},
        {"gogui-rules_board", 0, 0, Brief, &G::board},
        {"gogui-rules_board_gfx", 0, 0, Brief, &G::board_gfx},
        {"gogui-rules_legal_moves", 0, 0, Brief, &G::legal_vertices},
        {"gogui-rules_side_to_move", 0, 0, Brief, &G::side_to_move},
        {"gogui-rules_final_result", 0, 0, Brief, &G::final_result},
        {"gogui-rules_captured_count", 0, 0, Brief, &G::captured_count},
        {"gogui-analyze_commands", 0, 0, Brief, nullptr, ANALYZE_COMMANDS},
        {"gogui-play_sequence", 0, MANY, Brief, &G::play_sequence},
        {"gogui-interrupt", 0, 0, Brief, nullptr},
    };
    return std::span<const Command>(TABLE);
}();

GtpSession::GtpSession(Host& host, Output& output, GtpOptions options)
    : Session(host, output), gtp_(std::move(options)),
      options_(engine_options(
          host, {.debug_log_file = [this](const std::string& path) { traffic_.set_file(path); }})),
      record_(host) {
    traffic_.set_file(gtp_.log_file);
    search::Limits& limits = gtp_.limits;
    if (!limits.move_time && !limits.nodes && !limits.depth)
        limits.move_time = search::Milliseconds(1000);
}

const GtpSession::Command* GtpSession::find(std::string_view name) {
    const auto it = std::ranges::find(COMMANDS, name, &Command::name);
    return it == COMMANDS.end() ? nullptr : &*it;
}

bool GtpSession::knows(std::string_view word) { return find(word) != nullptr; }

void GtpSession::run(std::string_view line) {
    if (is_gtp_interrupt(line)) return jobs_.stop();
    const GtpLine parsed = parse_gtp_line(line);
    if (parsed.name.empty() && parsed.id.empty()) return;
    const Command* command = find(parsed.name);
    if (command == nullptr)
        return jobs_.post(JobKind::Brief, [this, id = parsed.id](search::Control&) {
            reply(false, id, "unknown command");
        });
    if (command->name == "quit" && parsed.arguments.empty()) quit();
    jobs_.post(command->kind, [this, command, parsed](search::Control& control) {
        try {
            const std::string text = execute(*command, Tokens(parsed.arguments), control);
            jobs_.over(control);
            reply(true, parsed.id, text);
        } catch (const std::bad_alloc&) {
            reply(false, parsed.id, "out of memory");
        } catch (const std::exception& error) {
            constexpr std::size_t LONGEST = 1000;
            reply(false, parsed.id, escape_controls(error.what(), LONGEST));
        }
    });
}

std::string GtpSession::execute(const Command& command, Tokens words, search::Control& control) {
    std::size_t count = 0;
    for (Tokens counted = words; !counted.done(); counted.next()) ++count;
    if (count < command.least_arguments || count > command.most_arguments)
        throw Error("syntax error");
    if (command.run == nullptr) return std::string(command.fixed_reply);
    return (this->*command.run)(words, control);
}

void GtpSession::reply(bool success, std::string_view id, std::string_view text) {
    for (const std::string& line : split_lines(gtp_reply(success, id, text))) write(line);
    write("");
}

} // namespace agon::protocol
