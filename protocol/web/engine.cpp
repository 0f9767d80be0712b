// The engine as a WebAssembly module: lines in, lines out (protocols.md sections 1 and 2).
//
// Without threads a search is one call that blocks, and no message arrives before it ends. So the
// search asks JavaScript for signals (JobQueue's `look`), which need no message. A search in slices
// that share the table would lose the history at each cut, change the node count, and repeat an
// action that takes longer than a slice.

#include "protocol/uci/uci_session.hpp"

#include <emscripten.h>
#ifdef __EMSCRIPTEN_PTHREADS__
#include <emscripten/eventloop.h>
#include <emscripten/threading.h>
#endif

#include <memory>
#include <string>
#include <string_view>

// clang-format off
#ifndef __EMSCRIPTEN_PTHREADS__
EM_JS(void, agon_line, (const char* text), { Module["line"](UTF8ToString(text)); });
/// The signals for the job that runs; may sleep some milliseconds before it looks.
EM_JS(int, agon_signals, (int may_sleep), { return Module["signals"](may_sleep); });
#endif
// clang-format on

namespace agon::protocol {
namespace {

class WebOutput final : public Output {
public:
    void write(std::string_view line) override {
#ifdef __EMSCRIPTEN_PTHREADS__ // posted by the thread of the module, which waits for messages
        const std::string text(line);
        MAIN_THREAD_ASYNC_EM_ASM(
            {
                Module["line"](UTF8ToString($0));
                _free($0);
            },
            ::strdup(text.c_str()));
#else
        agon_line(std::string(line).c_str());
#endif
    }
};

enum Signal { STOP = 1, PONDERHIT = 2 };

class Engine {
public:
    explicit Engine(const Dialect& dialect) : session_(host_, output_, dialect, look()) {}
    Session& session() { return session_; }

private:
    JobQueue::Look look() {
#ifdef __EMSCRIPTEN_PTHREADS__
        return {};
#else
        return [this](bool may_sleep) {
            const int signals = agon_signals(may_sleep ? 1 : 0);
            if ((signals & PONDERHIT) != 0) session_.handle("ponderhit");
            if ((signals & STOP) != 0) session_.handle("stop");
        };
#endif
    }

    search::SteadyClock clock_;
    WebOutput output_;
    Host host_{clock_, [] { return physical_memory_mb(); }};
    UciSession session_;
};

/// Made by the first line, which says the dialect.
std::unique_ptr<Engine> engine;

} // namespace
} // namespace agon::protocol

using namespace agon::protocol;

extern "C" {

/// Takes a line without its line feed. Without threads it blocks until the line is done. Returns
/// whether `quit` was said.
EMSCRIPTEN_KEEPALIVE int agon_send(const char* line) {
    if (!engine) {
        Tokens words(line);
        engine = std::make_unique<Engine>(words.take(UGI.hello) ? UGI : UCI);
#ifdef __EMSCRIPTEN_PTHREADS__
        emscripten_runtime_keepalive_push(); // else the first line from a thread ends all threads
#endif
    }
    engine->session().handle(line);
    return engine->session().quit_said() ? 1 : 0;
}

/// The end of input, as Session::end_of_input().
EMSCRIPTEN_KEEPALIVE void agon_end() {
    if (engine) engine->session().end_of_input();
}

/// Whether everything is done; always, without threads.
EMSCRIPTEN_KEEPALIVE int agon_idle() {
    if (engine && !engine->session().wait_until_idle_for(std::chrono::milliseconds(0))) return 0;
#ifdef __EMSCRIPTEN_PTHREADS__
    emscripten_main_thread_process_queued_calls(); // the last lines
#endif
    return 1;
}

} // extern "C"
