#include "tools/arena/conversation/keys.hpp"

#include "tools/arena/conversation/handle_windows.hpp"

#include <boost/asio/windows/object_handle.hpp>
#include <boost/system/error_code.hpp>
#include <windows.h>

namespace agon::platform {

struct Keys::State {
    boost::asio::windows::object_handle keys;
    std::function<void(std::optional<char>)> pressed;
    std::optional<DWORD> before{}; ///< the mode of the console

    void wait() {
        keys.async_wait([this](const boost::system::error_code& fault) {
            INPUT_RECORD record{};
            DWORD count = 0;
            if (fault || ReadConsoleInputW(keys.native_handle(), &record, 1, &count) == 0)
                return pressed(std::nullopt);
            const auto& key = record.Event.KeyEvent;
            if (record.EventType == KEY_EVENT && key.bKeyDown != 0)
                pressed(key.uChar.UnicodeChar < 128 ? key.uChar.AsciiChar : '\0');
            wait();
        });
    }
};

Keys::Keys(boost::asio::io_context& loop, std::function<void(std::optional<char>)> pressed)
    : state_(new State{boost::asio::windows::object_handle(loop), std::move(pressed)}) {
    const HANDLE console = GetStdHandle(STD_INPUT_HANDLE);
    DWORD mode = 0;
    if (GetConsoleMode(console, &mode) == 0) return;
    state_->keys.assign(duplicate(console).release());
    state_->before = mode;
    SetConsoleMode(console, mode & ~static_cast<DWORD>(ENABLE_LINE_INPUT | ENABLE_ECHO_INPUT));
    state_->wait();
}

void Keys::renew() {} // no program is stopped there

Keys::~Keys() {
    if (state_->before) SetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), *state_->before);
}

} // namespace agon::platform
