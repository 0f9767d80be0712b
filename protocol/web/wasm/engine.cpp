// The engine as a WebAssembly module: lines in, lines out (protocols.md sections 1 and 2; with
// queries.cpp, queries as of `agon analyse` too).
//
// A search blocks the thread that runs it, which hears no message before it ends. So the search
// asks for signals (JobQueue's `look`). A search in slices that share the table would lose the
// history at each cut, change the node count, and repeat an action that takes longer than a slice.
//
// JavaScript sends one line at a time and waits for Module.done(); so it knows which line each
// line of output answers. Before each it asks which network the line needs, and installs it: no
// network is part of the module, and a page loads only those of the rules that it plays.

#include "engine/error.hpp"
#include "engine/open_file.hpp"
#include "protocol/uci/uci_session.hpp"
#include "protocol/web/wasm/queries.hpp"
#include "search/nnue/built_in_networks.hpp"

#include <emscripten.h>
#ifdef __EMSCRIPTEN_PTHREADS__
#include <emscripten/eventloop.h>
#endif

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

// clang-format off
#ifndef __EMSCRIPTEN_PTHREADS__
EM_JS(void, agon_line, (const char* text), { Module["line"](UTF8ToString(text)); });
EM_JS(void, agon_done, (int quit), { Module["done"](quit); });
/// The signals for the line that runs; may sleep some milliseconds before it looks.
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
    Engine(const Dialect& dialect, std::function<int(bool may_sleep)> signals)
        : signals_(std::move(signals)), session_(host_, output_, dialect, [this](bool may_sleep) {
              const int set = signals_(may_sleep);
              if ((set & PONDERHIT) != 0) session_.handle("ponderhit");
              if ((set & STOP) != 0) session_.handle("stop");
          }) {}

    /// Blocks until the line is done. Returns whether `quit` was said.
    bool take(std::string_view line) {
        if (is_query(line))
            queries_->answer(line, [this] { return (signals_(false) & STOP) != 0; });
        else
            session_.handle(line);
        return session_.quit_said();
    }

    /// A network that the line needs and that is not installed; or "". Not while take() runs.
    [[nodiscard]] std::string missing_network(std::string_view line) const {
        const auto& networks = search::nnue::built_in_networks();
        Tokens words(line);
        if (words.take("bench") || words.take("speedtest")) return networks.missing(); // of all rules
        if (!host_.uses_built_in_network()) return "";
        if (is_query(line)) {
            const auto rules = queries_->rules(line);
            return rules ? networks.missing(*rules) : "";
        }
        const bool evaluates = words.take("eval") || (words.take("go") && !words.take("perft"));
        return evaluates ? networks.missing(host_.rules()) : "";
    }

private:
    [[nodiscard]] bool is_query(std::string_view line) const {
        return queries_ != nullptr && line.starts_with('{');
    }

    std::function<int(bool may_sleep)> signals_;
    search::SteadyClock clock_;
    WebOutput output_;
    Host host_{clock_, [] { return physical_memory_mb(); }};
    UciSession session_;
    std::unique_ptr<Queries> queries_ = make_queries(host_, output_);
};

const Dialect& dialect_of(std::string_view first_line) {
    return Tokens(first_line).take(UGI.hello) ? UGI : UCI;
}

#ifdef __EMSCRIPTEN_PTHREADS__

/// An engine on its own thread: the thread of the module must be free to start threads.
class Server {
public:
    explicit Server(const Dialect& dialect)
        : engine_(dialect, [this](bool may_sleep) { return signals(may_sleep); }),
          thread_([this] { work(); }) {}

    void send(std::string line) {
        const std::lock_guard lock(mutex_);
        signals_ = 0;
        line_ = std::move(line);
        changed_.notify_all();
    }
    void signal(int signals) {
        const std::lock_guard lock(mutex_);
        signals_ |= signals;
        changed_.notify_all();
    }
    /// Not while a line runs.
    [[nodiscard]] std::string missing_network(std::string_view line) const {
        return engine_.missing_network(line);
    }

private:
    [[noreturn]] void work() {
        std::unique_lock lock(mutex_);
        while (true) {
            changed_.wait(lock, [this] { return line_.has_value(); });
            const std::string line = *std::exchange(line_, std::nullopt);
            lock.unlock();
            const bool quit = engine_.take(line);
            MAIN_THREAD_ASYNC_EM_ASM({ Module["done"]($0); }, quit);
            lock.lock();
        }
    }

    int signals(bool may_sleep) {
        // Threads that help in a perft ask too; their answer comes from this one.
        if (std::this_thread::get_id() != thread_.get_id()) return 0;
        if (may_sleep) {
            std::unique_lock lock(mutex_);
            changed_.wait_for(lock, std::chrono::milliseconds(50),
                              [this] { return signals_ != 0; });
        }
        return signals_;
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<std::string> line_;
    std::atomic<int> signals_ = 0; ///< for the line that runs
    Engine engine_;
    std::thread thread_;
};

Server* server = nullptr; ///< ends with the worker

/// The first line says the dialect.
Server& engine_for(const char* line) {
    if (server == nullptr) {
        emscripten_runtime_keepalive_push(); // else the first line from a thread ends all threads
        server = new Server(dialect_of(line));
    }
    return *server;
}

#else

Engine& engine_for(const char* line) {
    static Engine engine(dialect_of(line), agon_signals);
    return engine;
}

#endif

} // namespace
} // namespace agon::protocol

using namespace agon::protocol;

extern "C" {

/// Takes a line without its line feed, and calls Module.done(quit) when it is done: without
/// threads before it returns. The first line says the dialect.
EMSCRIPTEN_KEEPALIVE void agon_send(const char* line) {
#ifdef __EMSCRIPTEN_PTHREADS__
    engine_for(line).send(line);
#else
    agon_done(engine_for(line).take(line) ? 1 : 0);
#endif
}

/// The name of a network that the line needs and that is not installed, as its file is called
/// without `.net`; "" if there is none. Lives until the next call. Not while a line runs.
EMSCRIPTEN_KEEPALIVE const char* agon_network(const char* line) {
    static std::string name;
    name = engine_for(line).missing_network(line);
    return name.c_str();
}

/// Installs a network from the file `/network`; or, if `why` is not empty, keeps why there is none,
/// for the line that needs it. Returns whether it is installed. Not while a line runs.
EMSCRIPTEN_KEEPALIVE int agon_install(const char* name, const char* why) {
    auto& networks = agon::search::nnue::built_in_networks();
    std::string fault = why;
    try {
        if (fault.empty()) {
            std::ifstream file = agon::open_regular("/network");
            networks.install(name, std::string(std::istreambuf_iterator<char>(file), {}));
            return 1;
        }
    } catch (const std::bad_alloc&) {
        fault = "out of memory";
    } catch (const agon::Error& error) {
        fault = error.what();
    }
    networks.refuse(name, fault);
    return 0;
}

#ifdef __EMSCRIPTEN_PTHREADS__
/// Adds signals for the last line that was sent.
EMSCRIPTEN_KEEPALIVE void agon_signal(int signals) { server->signal(signals); }
#endif

} // extern "C"
