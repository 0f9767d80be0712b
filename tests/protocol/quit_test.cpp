// `quit` first answers everything that was requested before it.
#include "protocol/protocol_choice.hpp"
#include "protocol/session/run_session.hpp"
#include "protocol/session/stream_output.hpp"
#include "tests/support/arena.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <sstream>
#include <thread>

namespace {

using namespace std::chrono_literals;
using namespace agon::protocol;

struct Ended {
    bool read; ///< everything was written
    agon::test::Run said;
};

/// The output of a session for lines that end in quit. A larger table takes long to allocate.
Ended run(Protocol protocol, const std::string& lines) {
    constexpr auto LONG = 1500ms;
    const agon::search::SteadyClock clock;
    std::atomic<const Session*> session = nullptr;
    Host host(clock, [&] {
        while (!session.load()->quit_said()) std::this_thread::yield();
        std::this_thread::sleep_for(LONG);
        return std::size_t{1} << 20U;
    });
    std::ostringstream said;
    bool read = false;
    {
        StreamOutput output(said);
        const auto made = make_session(protocol, host, output, {});
        session = made.get();
        std::istringstream input(lines);
        read = run_stream(*made, input, output);
    }
    return {read, {0, said.str()}};
}

/// Accepts output at its own pace, and none while it is closed.
class Reader final : public std::stringbuf {
public:
    explicit Reader(std::chrono::milliseconds pace) : pace_(pace) {}
    std::mutex closed;

private:
    std::streamsize xsputn(const char* text, std::streamsize size) override {
        const std::lock_guard lock(closed);
        std::this_thread::sleep_for(pace_);
        return std::stringbuf::xsputn(text, size);
    }

    std::chrono::milliseconds pace_;
};

} // namespace

TEST_CASE("quit after a slow command: every search is answered, by all protocols") {
    const std::string hash = "setoption name Hash value 20\n";
    for (const auto& [protocol, time] : {std::pair{Protocol::Uci, "go wtime 99999999\n"},
                                         {Protocol::Ugi, "go p1time 99999999\n"}}) {
        const Ended ended =
            run(protocol,
                hash + "position startpos moves a1b2\ngo depth 3\ngo infinite\n" + time + "quit\n");
        CHECK(ended.read);
        CHECK(ended.said.count("bestmove ") == 3);
        CHECK_FALSE(ended.said.says("info string"));
    }
    const Ended gtp =
        run(Protocol::Gtp, "1 agon-param Hash 20\n2 genmove w\n3 genmove b\n4 winner\n5 quit\n");
    CHECK(gtp.read);
    for (const char* answer : {"=1\n\n=2 ", "\n\n=3 ", "\n\n=4 none\n\n=5\n\n"})
        CHECK(gtp.said.says(answer));
}

TEST_CASE("quit after a slow command that is refused: the refusal is reported") {
    const Ended ended =
        run(Protocol::Uci, "setoption name Hash value 20\nsetoption name Hash value x\nquit\n");
    CHECK(ended.read);
    CHECK(ended.said.says("info string setoption: Hash: expected an integer "));
}

TEST_CASE(
    "after quit a slow reader gets everything, and one that reads nothing is not waited for") {
    Reader reader(60ms);
    std::ostream stream(&reader);
    StreamOutput output(stream);
    const std::string line(4095, 'x');
    constexpr int LINES = 25; // longer than the patience with a reader that takes nothing
    for (int i = 0; i < LINES; ++i) output.write(line);
    CHECK(output.flush_while_read());
    CHECK(reader.str().size() == LINES * (line.size() + 1));
    const std::lock_guard lock(reader.closed);
    output.write(line);
    CHECK_FALSE(output.flush_while_read());
}
