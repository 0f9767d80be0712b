// Handles of Windows that close themselves.
#pragma once

#include <system_error>
#include <utility>
#include <windows.h>

namespace agon::platform {

/// Throws what the last call has left as its error.
[[noreturn]] inline void fail(const char* what) {
    throw std::system_error(static_cast<int>(GetLastError()), std::system_category(), what);
}

/// Closes its handle at the end.
struct Handle {
    HANDLE value = nullptr;

    Handle() = default;
    explicit Handle(HANDLE handle, const char* what) : value(handle) {
        if (handle == nullptr || handle == INVALID_HANDLE_VALUE) fail(what);
    }
    Handle(Handle&& other) noexcept : value(std::exchange(other.value, nullptr)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(value, other.value);
        return *this;
    }
    ~Handle() {
        if (value != nullptr) CloseHandle(value);
    }
    [[nodiscard]] HANDLE release() { return std::exchange(value, nullptr); }
};

[[nodiscard]] inline Handle duplicate(HANDLE handle) {
    HANDLE copy = nullptr;
    const HANDLE here = GetCurrentProcess();
    if (DuplicateHandle(here, handle, here, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS) == 0)
        fail("DuplicateHandle");
    return Handle(copy, "DuplicateHandle");
}

} // namespace agon::platform
