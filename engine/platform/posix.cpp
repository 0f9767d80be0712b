#include "engine/platform/system.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <limits>
#include <optional>
#include <spdlog/fmt/fmt.h>
#include <sstream>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#else
#include <sys/sysmacros.h>
#endif

namespace agon::platform {

std::vector<std::string> begin(int argc, const char* const* argv) {
    return {argv + 1, argv + argc};
}

std::filesystem::path executable() {
#ifdef __APPLE__
    std::string path(4096, '\0');
    auto size = static_cast<std::uint32_t>(path.size());
    if (_NSGetExecutablePath(path.data(), &size) != 0) return {};
    return std::filesystem::canonical(path.c_str());
#else
    return std::filesystem::read_symlink("/proc/self/exe");
#endif
}

const std::string_view PROGRAM_SUFFIX;

std::filesystem::path program_file(std::filesystem::path name) { return name; }

bool is_terminal(Stream stream) { return isatty(static_cast<int>(stream)) != 0; }

std::size_t terminal_columns() {
    winsize size{};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void ignore_broken_pipes() { std::signal(SIGPIPE, SIG_IGN); }

// Numbers.

std::from_chars_result read_number(const char* first, const char* last, double& value) {
#ifdef __cpp_lib_to_chars
    return std::from_chars(first, last, value);
#else
    std::string text(first, last);
    if (text.starts_with('+')) text.clear();
    text.resize(std::min(text.size(), text.find_first_not_of("0123456789.eE+-")));
    char* stop = nullptr;
    errno = 0;
    const double read = std::strtod(text.c_str(), &stop);
    if (stop == text.c_str()) return {first, std::errc::invalid_argument};
    const char* const end = first + (stop - text.c_str());
    if (errno == ERANGE) return {end, std::errc::result_out_of_range};
    value = read;
    return {end, {}};
#endif
}

// Memory.

namespace {

using std::filesystem::path;

/// The number after `name` in a file of such lines, or the first word of the file without a name.
/// Nothing when it is not a number, such as "max".
std::optional<std::uint64_t> number_in(const path& file, std::string_view name = "") {
    std::ifstream stream(file);
    std::uint64_t number = 0;
    std::string word;
    for (; !name.empty() && stream >> word && word != name;)
        stream.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    return stream >> number ? std::optional(number) : std::nullopt;
}

/// The files of a control group that say what memory it may use.
struct GroupFiles {
    path mount;
    const char* limit;
    const char* used;
    const char* cache; ///< of memory.stat: used, but given back when it is wanted
};

/// The bytes that the limits of `group` and of its parents leave.
std::uint64_t left_in_groups(const GroupFiles& files, path group) {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    while (true) {
        const path folder = files.mount / group.relative_path();
        if (const auto limit = number_in(folder / files.limit)) {
            const std::uint64_t used = number_in(folder / files.used).value_or(0);
            const std::uint64_t cache = number_in(folder / "memory.stat", files.cache).value_or(0);
            const std::uint64_t kept = used - std::min(used, cache);
            least = std::min(least, *limit - std::min(*limit, kept));
        }
        if (!group.has_relative_path()) return least;
        group = group.parent_path();
    }
}

/// The bytes that the control groups of this program leave.
std::uint64_t left_in_groups(const path& root) {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    const path mounts = root / "sys/fs/cgroup";
    std::ifstream stream(root / "proc/self/cgroup");
    for (std::string line; std::getline(stream, line);) { // HIERARCHY:CONTROLLERS:GROUP
        const auto first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const path group = line.substr(second + 1);
        const std::string controllers = ',' + line.substr(first + 1, second - first - 1) + ',';
        if (controllers == ",,") // version 2, beside version 1 in a folder of its own
            for (const path& mount : {mounts, mounts / "unified"})
                least = std::min(
                    least, left_in_groups({mount, "memory.max", "memory.current", "inactive_file"},
                                          group));
        else if (controllers.find(",memory,") != std::string::npos)
            least = std::min(least, left_in_groups({mounts / "memory", "memory.limit_in_bytes",
                                                    "memory.usage_in_bytes", "total_inactive_file"},
                                                   group));
    }
    return least;
}

} // namespace

std::size_t physical_memory_mb() {
    const auto pages = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES));
    const auto page_size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return pages / 1024 * page_size / 1024;
}

std::size_t available_memory_mb(const path& root) {
    const auto kilobytes = number_in(root / "proc/meminfo", "MemAvailable:");
    const std::uint64_t of_machine = kilobytes ? *kilobytes / 1024 : physical_memory_mb();
    return static_cast<std::size_t>(
        std::min<std::uint64_t>(of_machine, left_in_groups(root) >> 20));
}

void prefer_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t size) noexcept {
#ifdef __linux__ // musl for wasm has the flag too, and no call
    (void)madvise(memory, size, MADV_HUGEPAGE);
#endif
}

// Signals.

namespace {

constexpr std::array SIGNALS = {SIGINT, SIGTERM, SIGHUP};
volatile std::sig_atomic_t signalled = 0;
std::array<struct sigaction, SIGNALS.size()> actions_before; ///< of Interruption

} // namespace

std::vector<int> ending_signals() {
    struct sigaction hangup {};
    if (sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler == SIG_IGN)
        return {SIGINT, SIGTERM};
    return {SIGNALS.begin(), SIGNALS.end()};
}

Interruption::Interruption() {
    signalled = 0;
    for (std::size_t i = 0; i < SIGNALS.size(); ++i) {
        sigaction(SIGNALS[i], nullptr, &actions_before[i]);
        struct sigaction action {};
        action.sa_handler = [](int) { signalled = 1; };
        if (actions_before[i].sa_handler != SIG_IGN) sigaction(SIGNALS[i], &action, nullptr);
    }
}

Interruption::~Interruption() {
    for (std::size_t i = 0; i < SIGNALS.size(); ++i)
        sigaction(SIGNALS[i], &actions_before[i], nullptr);
}

bool Interruption::asked() { return signalled != 0; }

// Files.

namespace {

constexpr mode_t READ_WRITE = 0666; // less the umask

} // namespace

int open_to_append(const path& file, bool readable) {
    return ::open(file.c_str(), (readable ? O_RDWR : O_WRONLY) | O_APPEND | O_CREAT | O_CLOEXEC,
                  READ_WRITE);
}

// A FIFO is opened for reading too: without a reader it could not be opened for writing.
int open_log(const path& file) {
    struct stat status {};
    const bool fifo = ::stat(file.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
    const int mode = fifo ? O_RDWR : O_WRONLY | O_APPEND | O_CREAT;
    return ::open(file.c_str(), mode | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, READ_WRITE);
}

std::ptrdiff_t write_some(int file, std::string_view text) {
    ssize_t count = 0;
    do count = ::write(file, text.data(), text.size());
    while (count < 0 && errno == EINTR);
    return count;
}

std::uintmax_t size_of(int file) {
    struct stat status {};
    return ::fstat(file, &status) != 0 ? 0 : static_cast<std::uintmax_t>(status.st_size);
}

bool truncate(int file, std::uintmax_t size) {
    return ::ftruncate(file, static_cast<off_t>(size)) == 0;
}

bool sync(int file) {
#ifdef __APPLE__
    return ::fcntl(file, F_FULLFSYNC) == 0 || ::fsync(file) == 0;
#else
    return ::fdatasync(file) == 0;
#endif
}

void sync_folder(const path& folder) {
    const int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return; // a folder that may be written but not read
    ::fsync(directory);
    ::close(directory);
}

void close(int file) { ::close(file); }

// Of the open file, not of the process as POSIX locks are: those are lost as soon as the process
// closes the same file anywhere else, and a process does not see its own.
Lock lock(int file) {
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) return Lock::Held;
    return errno == EWOULDBLOCK ? Lock::Taken : Lock::Impossible;
}

std::string lock_holder([[maybe_unused]] int file) {
#ifndef __APPLE__
    struct stat status {};
    if (::fstat(file, &status) != 0) return "another process";
    const std::string wanted =
        fmt::format("{:02x}:{:02x}:{}", major(status.st_dev), minor(status.st_dev), status.st_ino);
    std::ifstream locks("/proc/locks");
    for (std::string line; std::getline(locks, line);) {
        std::istringstream words(line);
        std::string number, kind, mode, access, name;
        int process = 0;
        if (!(words >> number >> kind >> mode >> access >> process >> name) || name != wanted ||
            process <= 0)
            continue;
        if (process == ::getpid()) return "another option of this command";
        name.clear();
        std::getline(std::ifstream(fmt::format("/proc/{}/comm", process)), name);
        return fmt::format("process {}{}", process, name.empty() ? "" : " (" + name + ")");
    }
#endif
    return "another process";
}

bool may_write(const path& path) { return ::access(path.c_str(), W_OK) == 0; }

} // namespace agon::platform
