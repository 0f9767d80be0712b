#include "engine/path_text.hpp"
#include "tools/arena/conversation/child.hpp"

#include "engine/error.hpp"
#include "protocol/os/program.hpp"
#include "tools/arena/conversation/handle_windows.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/windows/object_handle.hpp>
#include <boost/asio/windows/stream_handle.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <atomic>
#include <fmt/format.h>
#include <system_error>
#include <windows.h>

namespace agon::platform {

// Only the arena's end of a pipe is for overlapped operations: a child does not expect them.

struct Pipe::Ends {
    boost::asio::windows::stream_handle ours;
    Handle theirs{};
};

Pipe::Pipe(boost::asio::io_context& loop, To to)
    : ends_(new Ends{boost::asio::windows::stream_handle(loop)}) {
    static std::atomic<unsigned> made = 0;
    constexpr DWORD BYTES = 64 * 1024;
    const bool write = to == To::Child;
    const auto name = L"\\\\.\\pipe\\agon-" + std::to_wstring(GetCurrentProcessId()) + L"-" +
                      std::to_wstring(++made);
    Handle ours(CreateNamedPipeW(name.c_str(),
                                 (write ? PIPE_ACCESS_OUTBOUND : PIPE_ACCESS_INBOUND) |
                                     FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                                 PIPE_TYPE_BYTE | PIPE_REJECT_REMOTE_CLIENTS, 1, BYTES, BYTES, 0,
                                 nullptr),
                "a pipe");
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    ends_->theirs = Handle(CreateFileW(name.c_str(), write ? GENERIC_READ : GENERIC_WRITE, 0,
                                       &inherited, OPEN_EXISTING, 0, nullptr),
                           "the other end of a pipe");
    ends_->ours.assign(ours.release());
}

Pipe::~Pipe() = default;

void Pipe::read_some(std::span<char> buffer, Done done) {
    ends_->ours.async_read_some(boost::asio::buffer(buffer.data(), buffer.size()), std::move(done));
}

std::size_t Pipe::write_now(std::string_view) { return 0; }

void Pipe::write(std::string_view text, Done done) {
    boost::asio::async_write(ends_->ours, boost::asio::buffer(text), std::move(done));
}

void Pipe::close() noexcept {
    Code ignored;
    ends_->ours.close(ignored);
    ends_->theirs = Handle();
}

namespace {

namespace fs = std::filesystem;

fs::path resolve(const Command& command) {
    std::error_code ignored;
    const fs::path program = path_of(command.program);
    const fs::path here = program_file(fs::absolute(command.directory / program));
    if (program.has_parent_path()) return here;
    if (!command.directory.empty() && fs::is_regular_file(here, ignored)) return here;
    std::wstring found(32'768, L'\0');
    found.resize(SearchPathW(nullptr, program.c_str(), L".exe", static_cast<DWORD>(found.size()),
                             found.data(), nullptr));
    if (found.empty()) throw Error("cannot start '" + command.program + "': not found in PATH");
    return found;
}

/// One word of a command line, as programs parse it: a quotation mark is escaped, and so are
/// the backslashes before one.
std::wstring quoted(const std::wstring& word) {
    std::wstring text = L"\"";
    std::size_t backslashes = 0;
    for (const wchar_t c : word) {
        if (c == L'"') text.append(backslashes + 1, L'\\');
        backslashes = c == L'\\' ? backslashes + 1 : 0;
        text += c;
    }
    return text.append(backslashes, L'\\') + L'"';
}

/// The handles that a child inherits, and no others: a pipe that another engine had inherited would
/// never report the end of file.
class Inherited {
public:
    explicit Inherited(std::array<HANDLE, 3> handles) : handles_(handles) {
        SIZE_T size = 0;
        InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
        memory_.resize(size);
        if (InitializeProcThreadAttributeList(list(), 1, 0, &size) == 0 ||
            UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(),
                                      sizeof handles_, nullptr, nullptr) == 0)
            fail("the handles of a process");
    }
    ~Inherited() { DeleteProcThreadAttributeList(list()); }
    Inherited(const Inherited&) = delete;
    Inherited& operator=(const Inherited&) = delete;

    [[nodiscard]] LPPROC_THREAD_ATTRIBUTE_LIST list() {
        return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory_.data());
    }

private:
    std::array<HANDLE, 3> handles_;
    std::vector<char> memory_;
};

/// A job, whose processes end with its last handle.
Handle make_job() {
    Handle job(CreateJobObjectW(nullptr, nullptr), "a job");
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    if (SetInformationJobObject(job.value, JobObjectExtendedLimitInformation, &limits,
                                sizeof limits) == 0)
        fail("a job");
    return job;
}

} // namespace

struct Child::State {
    boost::asio::windows::object_handle life;
    Handle job{}, process{};
};

Child::Child(boost::asio::io_context& loop, const Command& command, Pipe& input, Pipe& output,
             Pipe& errors)
    : state_(new State{boost::asio::windows::object_handle(loop)}) {
    const fs::path program = resolve(command);
    std::wstring line = quoted(program.native());
    for (const std::string& arg : command.args) line += L' ' + quoted(path_of(arg).native());
    Inherited inherited(
        {input.ends_->theirs.value, output.ends_->theirs.value, errors.ends_->theirs.value});
    STARTUPINFOEXW start{};
    start.StartupInfo.cb = sizeof start;
    start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    start.StartupInfo.hStdInput = input.ends_->theirs.value;
    start.StartupInfo.hStdOutput = output.ends_->theirs.value;
    start.StartupInfo.hStdError = errors.ends_->theirs.value;
    start.lpAttributeList = inherited.list();
    state_->job = make_job();
    PROCESS_INFORMATION made{};
    // Inherited by children: one that crashes would otherwise wait for somebody to close a window.
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
    // Its own console, without a window, so that Ctrl-C reaches only the arena.
    if (CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE,
                       CREATE_SUSPENDED | CREATE_NO_WINDOW | EXTENDED_STARTUPINFO_PRESENT, nullptr,
                       command.directory.empty() ? nullptr : command.directory.c_str(),
                       &start.StartupInfo, &made) == 0)
        throw Error("cannot start '" + command.program +
                    "': " + std::system_category().message(static_cast<int>(GetLastError())));
    state_->process = Handle(made.hProcess, "a process");
    const Handle thread(made.hThread, "a thread");
    for (Pipe* const pipe : {&input, &output, &errors}) pipe->ends_->theirs = Handle();
    DWORD_PTR cores = 0;
    for (const int core : command.cores) cores |= DWORD_PTR{1} << core;
    if (cores != 0) SetProcessAffinityMask(made.hProcess, cores);
    if (AssignProcessToJobObject(state_->job.value, made.hProcess) == 0 ||
        ResumeThread(made.hThread) == static_cast<DWORD>(-1)) {
        TerminateProcess(made.hProcess, 1);
        fail("a process in a job");
    }
    state_->life.assign(duplicate(made.hProcess).release());
}

Child::~Child() { kill(); }

bool Child::running() { return WaitForSingleObject(state_->process.value, 0) == WAIT_TIMEOUT; }

Exit Child::exit() const {
    constexpr DWORD FIRST_EXCEPTION = 0xC0000000;
    DWORD status = 0;
    GetExitCodeProcess(state_->process.value, &status);
    if (status < FIRST_EXCEPTION)
        return {status != 0, fmt::format("exited with status {}", status),
                static_cast<int>(status)};
    const char* const what = status == 0xC0000005   ? " (access violation)"
                             : status == 0xC00000FD ? " (stack overflow)"
                             : status == 0xC000001D ? " (illegal instruction)"
                             : status == 0xC0000094 ? " (division by zero)"
                             : status == 0xC0000135 ? " (a DLL is missing)"
                                                    : "";
    constexpr DWORD CONTROL_C = 0xC000013A;
    return {
        true, fmt::format("killed by exception 0x{:08X}{}", status, what), {}, status == CONTROL_C};
}

bool Child::wait(std::function<void(Code)> done) {
    state_->life.async_wait(std::move(done));
    return true;
}

void Child::kill() {
    Code ignored;
    state_->life.close(ignored);
    if (state_->job.value == nullptr) return;
    TerminateJobObject(state_->job.value, 1);
    if (state_->process.value != nullptr) WaitForSingleObject(state_->process.value, INFINITE);
    state_->job = Handle();
}

} // namespace agon::platform
