// The games of a page without a server: the lobby of `agon-match serve` with engines in workers.
// protocol/web/page/room.js is the other half.

#include "protocol/record/fault.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/uci/text/engine_lines.hpp"
#include "protocol/web/room/lobby.hpp"
#include "search/nnue/built_in_networks.hpp"

#include <emscripten.h>
#include <emscripten/eventloop.h>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

// clang-format off
EM_JS(void, room_tell, (const char* text), { Module["tell"](UTF8ToString(text)); });
/// A line for an engine, which is started if there is none with that number.
EM_JS(void, room_ask, (int number, const char* line), { Module["ask"](number, UTF8ToString(line)); });
/// A file for an engine, before the line that names it.
EM_JS(void, room_give, (int number, const char* file, const char* text), {
    Module["give"](number, UTF8ToString(file), UTF8ToString(text));
});
/// A network that an engine will need.
EM_JS(void, room_want, (const char* name), { Module["want"](UTF8ToString(name)); });
EM_JS(void, room_end, (int number), { Module["end"](number); });
// clang-format on

namespace agon::page {
namespace {

constexpr const char* ENGINE = "agon";
constexpr Milliseconds MOVE_TIME{1000}; ///< of an engine for an action; a level may take less
constexpr const char* HASH_MB = "16";

void tell_fault(const std::string& text) {
    room_tell(
        one_line({{"topic", "refusal"}, {"key", ""}, {"text", text}, {"gone", false}}).c_str());
}

/// Calls `action` later; nothing that it throws reaches JavaScript.
void call_later(Milliseconds delay, std::function<void()> action) {
    const auto call = [](void* data) {
        const std::unique_ptr<std::function<void()>> action(
            static_cast<std::function<void()>*>(data));
        try {
            (*action)();
        } catch (const std::exception& error) {
            tell_fault(error.what());
        }
    };
    emscripten_set_timeout(call, static_cast<double>(delay.count()),
                           std::make_unique<std::function<void()>>(std::move(action)).release());
}

/// Takes `words` off the front of `line`, if they are there.
bool next_words(std::string_view& line, std::string_view words) {
    if (!line.starts_with(words)) return false;
    line.remove_prefix(words.size());
    return true;
}

using Files = std::map<std::string, std::string>; ///< rules files, by the path for engines

/// An engine in a worker. It knows all options that it is sent, so there is no need to wait for
/// `uciok`.
class WorkerPlayer final : public Player {
public:
    WorkerPlayer(EngineOptions options, const Files& files, PlayerEvents events)
        : options_(std::move(options)), files_(files), events_(std::move(events)) {
        static int made = 0;
        number_ = ++made;
        all()[number_] = this;
    }
    ~WorkerPlayer() override {
        all().erase(number_);
        room_end(number_);
    }
    WorkerPlayer(const WorkerPlayer&) = delete;
    WorkerPlayer& operator=(const WorkerPlayer&) = delete;

    /// By number; an engine's last lines may come after its end.
    static std::map<int, WorkerPlayer*>& all() {
        static std::map<int, WorkerPlayer*> players;
        return players;
    }

    [[nodiscard]] bool has_started() const override { return has_started_; }

    void prepare(std::function<void(std::optional<Failure>)> done) override {
        prepared_ = std::move(done);
        if (!running_) {
            running_ = true;
            lines_ = 1;
            send("uci");
            for (const auto& [name, value] : options_) {
                if (const auto file = files_.find(value); file != files_.end())
                    room_give(number_, value.c_str(), file->second.c_str());
                send("setoption name " + name + " value " + value);
            }
        }
        send("ucinewgame");
        send("isready");
    }

    void ask(const GameSession& game, std::function<void(const Reply&)> done) override {
        TimeControl limits;
        limits.move_time = MOVE_TIME;
        look(game.position_line(), limits, 1, std::move(done));
    }

    void look(const std::string& position_line, const TimeControl& limits, std::size_t lines,
              std::function<void(const Reply&)> done) override {
        answered_ = std::move(done);
        refusal_.clear();
        thoughts_ = Thoughts(lines);
        if (std::exchange(lines_, lines) != lines)
            send("setoption name MultiPV value " + std::to_string(lines));
        asked_ = std::chrono::steady_clock::now();
        send(position_line);
        send("go movetime " + std::to_string(limits.move_time->count()) +
             (limits.nodes ? " nodes " + std::to_string(*limits.nodes) : ""));
    }

    void hurry() override {
        if (answered_) send("stop");
    }

    /// The last call here may destroy this object.
    void read(std::string_view line) {
        if (const auto move = read_best_move(line)) {
            if (refusal_.empty()) return reply({move->best, thoughts_.best(), elapsed(), {}});
            has_started_ = false; // trying again at once is pointless
            return reply({{}, {}, elapsed(), Failure{Fault::Disconnect, refusal_}});
        }
        if (next_words(line, "info string go: ")) {
            refusal_ = line; // its action is any legal one
            return;
        }
        if (next_words(line, "info string ")) return events_.warned(std::string(line));
        if (line.starts_with("info")) return thoughts_.read(line, events_);
        if (line != "readyok") return;
        has_started_ = true;
        if (const auto done = std::exchange(prepared_, {})) done(std::nullopt);
    }

    /// Its worker has ended.
    void fail(const std::string& text) {
        room_end(number_);
        running_ = false;
        const Failure failure{Fault::Crash, text};
        if (const auto done = std::exchange(prepared_, {})) return done(failure);
        reply({{}, {}, elapsed(), failure});
    }

private:
    void send(const std::string& line) const { room_ask(number_, line.c_str()); }
    void reply(const Reply& reply) {
        if (const auto done = std::exchange(answered_, {})) done(reply);
    }
    [[nodiscard]] Microseconds elapsed() const {
        return std::chrono::duration_cast<Microseconds>(std::chrono::steady_clock::now() - asked_);
    }

    EngineOptions options_;
    const Files& files_;
    PlayerEvents events_;
    int number_ = 0;
    bool running_ = false;
    bool has_started_ = false;
    Thoughts thoughts_;
    std::size_t lines_ = 1; ///< that it was asked for last
    std::string refusal_;   ///< why it cannot search what it was asked for
    std::chrono::steady_clock::time_point asked_;
    std::function<void(std::optional<Failure>)> prepared_;
    std::function<void(const Reply&)> answered_;
};

class LocalGame final : public GameHost {
public:
    LocalGame(const MatchRules& rules, const PerSide<std::optional<Chair>>& chairs,
              const Files& files)
        : files_(files) {
        options_.fill(rules.options());
        for (EngineOptions& options : options_) options.emplace_back("Hash", HASH_MB);
        for (const Side side : BOTH_SIDES)
            if (const auto& chair = chairs[side]; chair && chair->level > 0)
                options_[index(side)].emplace_back("Level", std::to_string(chair->level));
        if (chairs[Side::White] || chairs[Side::Black]) // loaded while a person thinks
            room_want(search::nnue::built_in_networks().missing(rules.rules).c_str());
    }

    [[nodiscard]] std::unique_ptr<Player> player(std::size_t seat, PlayerEvents events) override {
        return std::make_unique<WorkerPlayer>(options_[seat], files_, std::move(events));
    }
    [[nodiscard]] TimeControl control(Side) const override {
        TimeControl control;
        control.move_time = MOVE_TIME;
        return control;
    }
    /// Nobody loses on time: a tab in the background may stand still.
    [[nodiscard]] bool spend(Side, Microseconds) override { return true; }
    /// The page keeps it in its address.
    [[nodiscard]] std::string keep(const GameSession&) override { return ""; }
    void later(Milliseconds delay, std::function<void()> action) override {
        call_later(delay, std::move(action));
    }

private:
    const Files& files_;
    std::array<EngineOptions, 3> options_; ///< by seat
};

/// The lobby and its only window.
class Room final : private LobbyHost, private Peer {
public:
    explicit Room(Milliseconds delay)
        : lobby_(*this, {.delay = delay, .takes_rules = true, .server = false}) {
        lobby_.opened(*this);
    }
    void take(std::string_view text) { lobby_.received(*this, text); }

private:
    [[nodiscard]] std::vector<std::string> engines() const override { return {ENGINE}; }
    [[nodiscard]] bool has_levels(const std::string&) const override { return true; }
    [[nodiscard]] std::unique_ptr<GameHost> game(const MatchRules& rules,
                                                 const PerSide<std::optional<Chair>>& chairs,
                                                 const std::string&) override {
        return std::make_unique<LocalGame>(rules, chairs, files_);
    }
    [[nodiscard]] std::optional<std::string> kept(const std::string&) const override { return {}; }
    /// Files are kept: a game may still use the rules of a file that another has replaced.
    [[nodiscard]] std::filesystem::path rules_file(const std::string& text) override {
        const std::string path = "/rules/" + std::to_string(files_.size() + 1) + ".ini";
        files_[path] = text;
        return path;
    }
    void later(Milliseconds delay, std::function<void()> action) override {
        call_later(delay, std::move(action));
    }
    void send(std::string_view, std::string text) override { room_tell(text.c_str()); }

    Files files_;
    Lobby lobby_;
};

/// Lives as long as the worker.
std::unique_ptr<Room> room;

/// Exceptions must not reach JavaScript.
template<class Action>
void guarded(Action action) {
    try {
        action();
    } catch (const std::bad_alloc&) {
        tell_fault("out of memory");
    } catch (const std::exception& error) {
        tell_fault(error.what());
    }
}

} // namespace
} // namespace agon::page

using namespace agon::page;

extern "C" {

/// Opens the room; two engines wait `delay_ms` between their actions.
EMSCRIPTEN_KEEPALIVE void agon_room_open(int delay_ms) {
    emscripten_runtime_keepalive_push(); // else the first timer would end the module
    guarded([&] { room = std::make_unique<Room>(agon::Milliseconds(delay_ms)); });
}

/// What the page asks for, as parse_request(). Ignored where the room could not be opened.
EMSCRIPTEN_KEEPALIVE void agon_room_take(const char* text) {
    guarded([&] {
        if (room) room->take(text);
    });
}

/// A line that an engine wrote.
EMSCRIPTEN_KEEPALIVE void agon_room_read(int number, const char* line) {
    guarded([&] {
        const auto player = WorkerPlayer::all().find(number);
        if (player != WorkerPlayer::all().end()) player->second->read(line);
    });
}

/// The worker of an engine has failed.
EMSCRIPTEN_KEEPALIVE void agon_room_fail(int number, const char* text) {
    guarded([&] {
        const auto player = WorkerPlayer::all().find(number);
        if (player != WorkerPlayer::all().end()) player->second->fail(text);
    });
}

} // extern "C"
