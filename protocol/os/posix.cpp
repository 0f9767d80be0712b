#include "protocol/os/files.hpp"
#include "protocol/os/machine.hpp"
#include "protocol/os/program.hpp"
#include "protocol/os/read_number.hpp"
#include "protocol/os/signals.hpp"
#include "protocol/os/suspension.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <limits>
#include <optional>
#include <poll.h>
#include <sstream>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <thread>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#else
#include <sys/sysmacros.h>
#endif
#ifdef __linux__
#include <sched.h>
#endif

namespace agon::platform {

std::vector<std::string> begin(int argc, const char* const* argv) {
    // A file that is opened gets the lowest number that is free.
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0)
            static_cast<void>(::open("/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY));
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

// Control groups.

namespace {

using std::filesystem::path;

/// The number after `name` in a file of such lines, or the first word of the file without a name.
/// Returns nullopt if it is not a number, such as "max".
std::optional<std::uint64_t> number_in(const path& file, std::string_view name = "") {
    std::ifstream stream(file);
    std::uint64_t number = 0;
    std::string word;
    for (; !name.empty() && stream >> word && word != name;)
        stream.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    return stream >> number ? std::optional(number) : std::nullopt;
}

/// Calls visit(folder, version) for each control group of this program that `controller` limits,
/// and for the groups around it. Folders need not exist.
template<class Visit>
void visit_groups(const path& root, const std::string& controller, Visit visit) {
    const path mounts = root / "sys/fs/cgroup";
    std::ifstream stream(root / "proc/self/cgroup");
    for (std::string line; std::getline(stream, line);) { // HIERARCHY:CONTROLLERS:GROUP
        const auto first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const int version = controllers.empty() ? 2 : 1;
        if (version == 1 && (',' + controllers + ',').find(',' + controller + ',') == line.npos)
            continue;
        // Version 2 may be mounted beside version 1, in another folder.
        for (const path& mount : {version == 2 ? mounts : mounts / controllers,
                                  mounts / (version == 2 ? "unified" : controller)})
            for (path group = line.substr(second + 1);; group = group.parent_path()) {
                visit(mount / group.relative_path(), version);
                if (!group.has_relative_path()) break;
            }
    }
}

/// The bytes that the limit of a control group leaves.
std::uint64_t left_in_group(const path& folder, int version) {
    const bool second = version == 2;
    const auto limit = number_in(folder / (second ? "memory.max" : "memory.limit_in_bytes"));
    if (!limit) return std::numeric_limits<std::uint64_t>::max();
    const auto used =
        number_in(folder / (second ? "memory.current" : "memory.usage_in_bytes")).value_or(0);
    // Used, but freed on demand.
    const auto cache =
        number_in(folder / "memory.stat", second ? "inactive_file" : "total_inactive_file")
            .value_or(0);
    const std::uint64_t kept = used - std::min(used, cache);
    return *limit - std::min(*limit, kept);
}

/// The processors that the CPU quota of a control group grants.
std::uint64_t quota_of_group(const path& folder, int version) {
    std::int64_t quota = 0, period = 0; // of a group without a quota: "max", -1
    if (version == 2) {
        std::ifstream(folder / "cpu.max") >> quota >> period;
    } else {
        std::ifstream(folder / "cpu.cfs_quota_us") >> quota;
        std::ifstream(folder / "cpu.cfs_period_us") >> period;
    }
    if (quota <= 0 || period <= 0) return std::numeric_limits<std::uint64_t>::max();
    return static_cast<std::uint64_t>(quota / period);
}

/// The least that `measure` finds in the groups that `controller` limits.
std::uint64_t least_in_groups(const path& root, const std::string& controller,
                              std::uint64_t (*measure)(const path& folder, int version)) {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    visit_groups(root, controller, [&](const path& folder, int version) {
        least = std::min(least, measure(folder, version));
    });
    return least;
}

} // namespace

// Processors and time.

namespace {

unsigned own_processors() {
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<unsigned>(CPU_COUNT(&set));
#endif
    return std::max(1U, std::thread::hardware_concurrency());
}

std::atomic<std::size_t> continued = 0;

} // namespace

unsigned usable_processors(const path& root) {
    const std::uint64_t quota = least_in_groups(root, "cpu", quota_of_group);
    return static_cast<unsigned>(std::clamp<std::uint64_t>(quota, 1, own_processors()));
}

std::chrono::nanoseconds time_since_boot() {
#ifdef __linux__
    constexpr clockid_t CLOCK = CLOCK_BOOTTIME;
#else
    constexpr clockid_t CLOCK = CLOCK_MONOTONIC; // keeps running while macOS sleeps
#endif
    timespec now{};
    clock_gettime(CLOCK, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

std::size_t continuations() {
    [[maybe_unused]] static const bool counting = [] {
        struct sigaction action {};
        action.sa_handler = [](int) { ++continued; };
        action.sa_flags = SA_RESTART;
        return sigaction(SIGCONT, &action, nullptr) == 0;
    }();
    return continued;
}

// Memory.

std::size_t physical_memory_mb() {
    const auto pages = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES));
    const auto page_size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return pages / 1024 * page_size / 1024;
}

std::size_t available_memory_mb(const path& root) {
    const auto kilobytes = number_in(root / "proc/meminfo", "MemAvailable:");
    const std::uint64_t of_machine = kilobytes ? *kilobytes / 1024 : physical_memory_mb();
    return static_cast<std::size_t>(
        std::min<std::uint64_t>(of_machine, least_in_groups(root, "memory", left_in_group) >> 20));
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

int open_new(const path& file) {
    return ::open(file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, READ_WRITE);
}

bool leads_to(const path& file, int descriptor) {
    struct stat named {};
    struct stat opened {};
    return ::stat(file.c_str(), &named) == 0 && ::fstat(descriptor, &opened) == 0 &&
           named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
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

// Linux ignores the offset for a file that is opened to append.
std::ptrdiff_t write_some_at(int file, std::string_view text, std::uintmax_t offset) {
    const int flags = ::fcntl(file, F_GETFL);
    if (flags < 0 || ::fcntl(file, F_SETFL, flags & ~O_APPEND) < 0) return -1;
    ssize_t count = 0;
    do count = ::pwrite(file, text.data(), text.size(), static_cast<off_t>(offset));
    while (count < 0 && errno == EINTR);
    const int reason = errno;
    static_cast<void>(::fcntl(file, F_SETFL, flags));
    errno = reason;
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
    if (directory < 0) return; // a folder that is writable but not readable
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
