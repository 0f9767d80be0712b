#include "protocol/cli/program.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
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

bool shows_colour() {
    const char* const no_colour = std::getenv("NO_COLOR");
    return is_terminal(Stream::Output) && (no_colour == nullptr || *no_colour == '\0');
}

std::size_t line_width() {
    constexpr std::size_t USUAL = 80, NARROWEST = 20;
    const std::size_t columns = platform::terminal_columns();
    return std::max(columns > 0 ? columns : USUAL, NARROWEST) - 1;
}

std::string wrapped(std::string_view text, std::size_t width) {
    std::string result;
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        const bool ended = line.size() < text.size();
        text.remove_prefix(line.size() + (ended ? 1 : 0));
        const std::string indent(std::min(line.find_first_not_of(' '), line.size()), ' ');
        line.remove_prefix(indent.size());
        while (indent.size() + line.size() > width) {
            const std::size_t room = width > indent.size() ? width - indent.size() : 0;
            std::size_t space = line.substr(0, room + 1).rfind(' ');
            if (space == std::string_view::npos) space = line.find(' ');
            if (space == std::string_view::npos) break;
            result += indent;
            result += line.substr(0, space);
            result += '\n';
            line.remove_prefix(std::min(line.find_first_not_of(' ', space), line.size()));
        }
        result += indent;
        result += line;
        if (ended) result += '\n';
    }
    return result;
}

namespace {

constexpr std::size_t BAR_LENGTH = 20;

} // namespace

std::string Progress::text(std::size_t total, Clock::time_point now) const {
    std::string text = std::to_string(done_) + " of " + std::to_string(total) + " games";
    if (done_ == earlier_ || done_ >= total) return text;
    const auto each = (now - begun_) / static_cast<std::int64_t>(done_ - earlier_);
    const auto left = std::chrono::duration_cast<std::chrono::seconds>(
        each * static_cast<std::int64_t>(total - done_));
    char time[40];
    std::snprintf(
        time, sizeof time, ", %lld:%02lld:%02lld left", static_cast<long long>(left.count() / 3600),
        static_cast<long long>(left.count() / 60 % 60), static_cast<long long>(left.count() % 60));
    return text + time;
}

std::string Progress::bar(std::size_t total, Clock::time_point now) const {
    const auto full = total == 0 ? 0 : done_ * BAR_LENGTH / total;
    return '[' + std::string(full, '#') + std::string(BAR_LENGTH - full, '.') + "] " +
           text(total, now);
}

} // namespace agon::program
