#include "protocol/cli/build_report.hpp"

#include <string>
#include <string_view>

namespace agon::program {

// AGON_VERSION, AGON_BUILD_TYPE, AGON_PLATFORM, AGON_FLAGS and AGON_SANITIZERS come from CMake. The
// rest comes from the compiler's own macros.

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
           "\nplatform: " AGON_PLATFORM ", " + std::to_string(8 * sizeof(void*)) +
           " bit"
           "\nbuild type: " AGON_BUILD_TYPE +
#ifdef NDEBUG
           ", assertions off" +
#else
           ", assertions on" +
#endif
           "\nflags: " AGON_FLAGS "\ninstruction set: " + instruction_set() +
           "\nsanitizers: " + std::string(sanitizers.empty() ? "none" : sanitizers) + '\n';
}

} // namespace agon::program
