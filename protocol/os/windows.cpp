#include "protocol/os/files.hpp"
#include "protocol/os/machine.hpp"
#include "protocol/os/program.hpp"
#include "protocol/os/read_number.hpp"
#include "protocol/os/signals.hpp"
#include "protocol/os/suspension.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <io.h>
#include <limits>
#include <share.h>
#include <sys/stat.h>
#include <windows.h>

#include <shellapi.h>

namespace agon::platform {
namespace {

UINT code_page_before = 0;

/// U+FFFD for half a surrogate pair.
std::string utf8_of(const wchar_t* text) {
    const auto convert = [text](char* to, int size) {
        return WideCharToMultiByte(CP_UTF8, 0, text, -1, to, size, nullptr, nullptr);
    };
    std::string utf8(static_cast<std::size_t>(convert(nullptr, 0)), '\0'); // it counts the NUL
    convert(utf8.data(), static_cast<int>(utf8.size()));
    utf8.pop_back();
    return utf8;
}

HANDLE handle_of(Stream stream) {
    constexpr std::array NAMES = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    return GetStdHandle(NAMES[static_cast<std::size_t>(stream)]);
}

void set_up_console() {
    DWORD mode = 0;
    for (const Stream stream : {Stream::Output, Stream::Errors})
        if (GetConsoleMode(handle_of(stream), &mode) != 0)
            SetConsoleMode(handle_of(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    code_page_before = GetConsoleOutputCP();
    if (code_page_before == 0) return; // there is no console
    SetConsoleOutputCP(CP_UTF8);
    std::atexit([] { SetConsoleOutputCP(code_page_before); });
}

} // namespace

std::vector<std::string> begin(int, const char* const*) {
    _fmode = _O_BINARY;
    for (FILE* const stream : {stdin, stdout, stderr}) // one that is closed gets no number either
        if (_fileno(stream) < 0 || _get_osfhandle(_fileno(stream)) < 0)
            static_cast<void>(std::freopen("NUL", stream == stdin ? "rb" : "wb", stream));
    for (const int stream : {0, 1, 2}) static_cast<void>(_setmode(stream, _O_BINARY));
    set_up_console();
    int count = 0; // the system's own arguments of main() lack what its code page lacks
    wchar_t** const wide = CommandLineToArgvW(GetCommandLineW(), &count);
    std::vector<std::string> words;
    for (int i = 1; i < count; ++i) words.push_back(utf8_of(wide[i]));
    LocalFree(wide);
    return words;
}

std::filesystem::path executable() {
    std::wstring path(32'768, L'\0');
    path.resize(GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size())));
    return path;
}

const std::string_view PROGRAM_SUFFIX = ".exe";

std::filesystem::path program_file(std::filesystem::path name) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(name, ignored)) name += L".exe";
    return name;
}

bool is_terminal(Stream stream) {
    DWORD mode = 0;
    return GetConsoleMode(handle_of(stream), &mode) != 0;
}

std::size_t terminal_columns() {
    CONSOLE_SCREEN_BUFFER_INFO info{};
    if (GetConsoleScreenBufferInfo(handle_of(Stream::Output), &info) == 0) return 0;
    return static_cast<std::size_t>(info.srWindow.Right - info.srWindow.Left + 1);
}

void ignore_broken_pipes() {} // there is no such signal

// Numbers.

std::from_chars_result read_number(const char* first, const char* last, double& value) {
    return std::from_chars(first, last, value);
}

// Processors and time.

unsigned usable_processors(const std::filesystem::path&) {
    DWORD_PTR own = 0, all = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &own, &all) == 0) own = 0;
    return static_cast<unsigned>(std::max(1, std::popcount(own)));
}

std::chrono::nanoseconds time_since_boot() { return std::chrono::milliseconds(GetTickCount64()); }

std::size_t continuations() { return 0; }

// Memory.

namespace {

MEMORYSTATUSEX memory_status() {
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    GlobalMemoryStatusEx(&status);
    return status;
}

} // namespace

std::size_t physical_memory_mb() { return memory_status().ullTotalPhys >> 20; }

std::size_t available_memory_mb(const std::filesystem::path&) {
    return memory_status().ullAvailPhys >> 20;
}

void prefer_huge_pages(void*, std::size_t) noexcept {} // they need a privilege

// Signals. Each arrives on another thread and only once: its handler must be installed again.

namespace {

constexpr std::array SIGNALS = {SIGINT, SIGTERM, SIGBREAK};
volatile std::sig_atomic_t signalled = 0;
std::array<void (*)(int), SIGNALS.size()> handlers_before; ///< of Interruption

void remember(int signal) {
    std::signal(signal, remember);
    signalled = 1;
}

} // namespace

std::vector<int> ending_signals() { return {SIGNALS.begin(), SIGNALS.end()}; }

Interruption::Interruption() {
    signalled = 0;
    for (std::size_t i = 0; i < SIGNALS.size(); ++i) {
        handlers_before[i] = std::signal(SIGNALS[i], remember);
        if (handlers_before[i] == SIG_IGN) std::signal(SIGNALS[i], SIG_IGN);
    }
}

Interruption::~Interruption() {
    for (std::size_t i = 0; i < SIGNALS.size(); ++i) std::signal(SIGNALS[i], handlers_before[i]);
}

bool Interruption::asked() { return signalled != 0; }

// Files.

int open_to_append(const std::filesystem::path& file, bool readable) {
    int number = -1;
    _wsopen_s(&number, file.c_str(),
              (readable ? _O_RDWR : _O_WRONLY) | _O_APPEND | _O_CREAT | _O_BINARY | _O_NOINHERIT,
              _SH_DENYNO, _S_IREAD | _S_IWRITE);
    return number;
}

int open_new(const std::filesystem::path& file) {
    int number = -1;
    _wsopen_s(&number, file.c_str(),
              _O_RDWR | _O_APPEND | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT, _SH_DENYNO,
              _S_IREAD | _S_IWRITE);
    return number;
}

bool leads_to(const std::filesystem::path&, int) { return true; } // what is open keeps its name

int open_log(const std::filesystem::path& file) { return open_to_append(file, false); }

std::ptrdiff_t write_some(int file, std::string_view text) {
    constexpr std::size_t MAX = std::numeric_limits<int>::max();
    return _write(file, text.data(), static_cast<unsigned>(std::min(text.size(), MAX)));
}

std::ptrdiff_t write_some_at(int file, std::string_view text, std::uintmax_t offset) {
    constexpr std::size_t MAX = std::numeric_limits<int>::max();
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(offset);
    place.OffsetHigh = static_cast<DWORD>(offset >> 32);
    DWORD count = 0;
    if (WriteFile(reinterpret_cast<HANDLE>(_get_osfhandle(file)), text.data(),
                  static_cast<DWORD>(std::min(text.size(), MAX)), &count, &place) != 0)
        return count;
    errno = GetLastError() == ERROR_DISK_FULL ? ENOSPC : EIO;
    return -1;
}

std::uintmax_t size_of(int file) {
    return static_cast<std::uintmax_t>(std::max<std::int64_t>(_filelengthi64(file), 0));
}

bool truncate(int file, std::uintmax_t size) {
    return _chsize_s(file, static_cast<std::int64_t>(size)) == 0;
}

bool sync(int file) { return _commit(file) == 0; }

void sync_folder(const std::filesystem::path&) {} // the file system does it

void close(int file) { _close(file); }

// Nobody else can read a locked byte, so this one is far beyond the end.
Lock lock(int file) {
    OVERLAPPED place{};
    place.OffsetHigh = 0x7fffffff;
    const auto handle = reinterpret_cast<HANDLE>(_get_osfhandle(file));
    if (LockFileEx(handle, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place) !=
        0)
        return Lock::Held;
    const DWORD fault = GetLastError();
    errno = ENOLCK;
    return fault == ERROR_LOCK_VIOLATION || fault == ERROR_IO_PENDING ? Lock::Taken
                                                                      : Lock::Impossible;
}

std::string lock_holder(int) { return "another process"; }

bool may_write(const std::filesystem::path& path) { return _waccess(path.c_str(), 2) == 0; }

} // namespace agon::platform
