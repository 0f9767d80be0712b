#include "protocol/cli/program.hpp"

#include <algorithm>
#include <iostream>
#include <new>

namespace agon::program {
namespace {

/// Messages quote what came from outside.
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

int run_main(const char* program, int argc, const char* const* argv,
             int (*run)(const Words& args)) {
    const auto fault = [&](std::string_view message, int status) {
        std::cout.flush();
        std::cerr << program << ": " << on_one_line(message) << std::endl;
        return status;
    };
    try {
        const int status = run({argv + 1, argv + argc});
        return std::cout.flush() ? status : fault(OUTPUT_BROKEN, 1);
    } catch (const UsageError& error) {
        return fault(error.what(), 2);
    } catch (const std::bad_alloc&) {
        return fault("out of memory", 1);
    } catch (const std::exception& error) {
        return fault(error.what(), 1);
    }
}

// AGON_VERSION, AGON_BUILD_TYPE and AGON_SANITIZERS come from CMake. The rest comes from macros of
// the compiler, which say what it really does.

namespace {

std::string compiler() {
#if defined(__clang__)
    return "Clang " __clang_version__;
#elif defined(__GNUC__)
    return "GCC " __VERSION__;
#else
    return "unknown";
#endif
}

std::string instruction_set() {
    std::string extensions;
#ifdef __POPCNT__
    extensions += " popcnt";
#endif
#ifdef __BMI2__
    extensions += " bmi2";
#endif
#ifdef __AVX2__
    extensions += " avx2";
#endif
#ifdef __AVX512F__
    extensions += " avx512";
#endif
#if defined(__x86_64__)
    const std::string machine = "x86-64";
#elif defined(__aarch64__)
    const std::string machine = "aarch64";
#else
    const std::string machine = "other";
#endif
    return machine + (extensions.empty() ? ", portable" : " with" + extensions);
}

} // namespace

std::string_view version() { return AGON_VERSION; }

std::string build_report(std::string_view program) {
    const std::string_view sanitizers = AGON_SANITIZERS;
    return std::string(program) + ' ' + AGON_VERSION "\ncompiler: " + compiler() +
           "\nbuild type: " AGON_BUILD_TYPE +
#ifdef NDEBUG
           ", assertions off" +
#else
           ", assertions on" +
#endif
           "\ninstruction set: " + instruction_set() +
           "\nsanitizers: " + std::string(sanitizers.empty() ? "none" : sanitizers) + '\n';
}

} // namespace agon::program
