#include "protocol/cli/program.hpp"

#include "protocol/cli/build_report.hpp"
#include "protocol/os/program.hpp"

#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <iostream>
#include <new>
#include <span>
#include <string>
#include <string_view>

namespace agon::program {
namespace {

/// Messages quote input, which may contain control characters.
std::string on_one_line(std::string_view text) {
    std::string line;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        byte < 0x20 || byte == 0x7f ? void(line += fmt::format("\\x{:02x}", byte))
                                    : void(line += c);
    }
    return line;
}

} // namespace

const Command* find_command(std::span<const Command> commands, std::string_view name) {
    const auto found = std::ranges::find(commands, name, &Command::name);
    return found == commands.end() ? nullptr : &*found;
}

Words names_of(std::span<const Command> commands) { return words_of(commands, &Command::name); }

std::string command_table(std::span<const Command> commands) {
    std::string table;
    for (const Command& command : commands)
        table += fmt::format("  {:<38}{}\n", fmt::format("{} {}", command.name, command.arguments),
                             command.summary);
    return table;
}

bool answer_help(std::string_view program, const Words& args, std::string_view help) {
    const std::string_view word = args.empty() ? "" : std::string_view(args.front());
    if (word == "-h" || word == "-help" || word == "--help")
        std::cout << help;
    else if (word == "-version" || word == "--version")
        std::cout << build_report(program);
    else
        return false;
    return true;
}

void require_arguments(std::string_view program, const Words& args) {
    if (args.empty()) throw UsageError(fmt::format("nothing to do; see '{} --help'", program));
}

int run_main(const char* program, int argc, const char* const* argv,
             int (*run)(const Words& args)) {
    const auto fault = [&](std::string_view message, int status) {
        std::cout.flush();
        std::cerr << program << ": " << on_one_line(message) << std::endl;
        return status;
    };
    try {
        const int status = run(platform::begin(argc, argv));
        return std::cout.flush() ? status : fault(OUTPUT_BROKEN, 1);
    } catch (const UsageError& error) {
        return fault(error.what(), 2);
    } catch (const std::bad_alloc&) {
        return fault("out of memory", 1);
    } catch (const std::exception& error) {
        return fault(error.what(), 1);
    }
}

} // namespace agon::program
