#include "protocol/session/job_queue.hpp"
#include "search/clock.hpp"
#include "search/control.hpp"
#include "tests/search/recorder.hpp"

#include <doctest/doctest.h>

#include <future>
#include <string>
#include <thread>
#include <vector>

using namespace agon::protocol;
using agon::search::Control;

namespace {

const agon::search::SteadyClock CLOCK;

/// Jobs append to it; read when the queue is idle.
struct Log {
    std::string text;
    JobQueue::Run note(char c) {
        return [this, c](Control&) { text += c; };
    }
    /// Waits for stop, or for ponderhit when that is enough.
    JobQueue::Run wait(char c, bool hit_is_enough = false) {
        return [this, c, hit_is_enough](Control& control) {
            control.wait(hit_is_enough);
            text += c;
        };
    }
};

} // namespace

TEST_CASE("jobs run in the order of posting") {
    Log log;
    JobQueue queue(CLOCK);
    for (char c = 'a'; c <= 'z'; ++c) queue.post(JobKind::Brief, log.note(c));
    queue.wait_until_idle();
    CHECK(log.text == "abcdefghijklmnopqrstuvwxyz");
    CHECK_FALSE(queue.long_job_outstanding());
}

TEST_CASE("stop is for the oldest long job that is not stopped, begun or not") {
    Log log;
    JobQueue queue(CLOCK);
    queue.stop(); // no job to stop
    queue.post(JobKind::Search, log.wait('a'));
    queue.post(JobKind::Brief, log.note('b'));
    queue.post(JobKind::Count, log.wait('c'));
    CHECK(queue.long_job_outstanding());
    queue.stop();
    queue.stop();
    queue.wait_until_idle();
    CHECK(log.text == "abc");
}

TEST_CASE("a stop after a job's answer is for the next job") {
    Log log;
    JobQueue queue(CLOCK);
    queue.post(JobKind::Search, [&](Control& control) {
        queue.over(control);
        // What a client may do on reading the answer, before this job has left the queue.
        queue.post(JobKind::Endless, log.wait('b'));
        queue.stop();
        log.text += 'a';
    });
    queue.wait_until_idle();
    CHECK(log.text == "ab");
}

TEST_CASE("ponderhit is for the oldest search that ponders") {
    Log log;
    JobQueue queue(CLOCK);
    queue.ponderhit(); // no job ponders
    queue.post(JobKind::Search, log.wait('a', true));
    queue.post(JobKind::Pondering, log.wait('b', true));
    queue.ponderhit();
    queue.stop();
    queue.wait_until_idle();
    CHECK(log.text == "ab");
}

TEST_CASE("a job that is over is not hit by what is meant for the next one") {
    JobQueue queue(CLOCK);
    std::promise<void> last_word;
    std::promise<void> next_posted;
    bool hit = false;
    queue.post(JobKind::Pondering, [&](Control& control) {
        queue.over(control);
        last_word.set_value();
        next_posted.get_future().wait();
        hit = control.hit() || control.stopped();
    });
    last_word.get_future().wait();
    CHECK_FALSE(queue.long_job_outstanding());
    Log log;
    queue.post(JobKind::Search, log.wait('b'));
    queue.ponderhit();
    queue.stop();
    next_posted.set_value();
    queue.wait_until_idle(); // the second job, or this waits for ever
    CHECK(log.text == "b");
    CHECK_FALSE(hit);
}

TEST_CASE("the end of input stops searches, begun or not, and lets the rest be done") {
    Log log;
    JobQueue queue(CLOCK);
    bool count_stopped = false;
    queue.post(JobKind::Endless, log.wait('a'));
    queue.post(JobKind::Count, [&](Control& control) { count_stopped = control.stopped(); });
    queue.post(JobKind::Pondering, log.wait('c'));
    queue.post(JobKind::Brief, log.note('d'));
    queue.end_of_input();
    queue.wait_until_idle();
    CHECK(log.text == "acd");
    CHECK_FALSE(count_stopped);
}

TEST_CASE("quit stops a measurement too, which the end of input does not") {
    for (const bool quits : {false, true}) {
        JobQueue queue(CLOCK);
        bool measure_stopped = false, count_stopped = false;
        queue.post(JobKind::Endless, [&](Control& control) {
            while (!control.stopped()) std::this_thread::yield();
        });
        queue.post(JobKind::Measure, [&](Control& c) { measure_stopped = c.stopped(); });
        queue.post(JobKind::Count, [&](Control& c) { count_stopped = c.stopped(); });
        quits ? queue.quit() : queue.end_of_input();
        queue.wait_until_idle();
        CHECK(measure_stopped == quits);
        CHECK_FALSE(count_stopped);
    }
}

TEST_CASE("draining stops only what would not end") {
    Log log;
    JobQueue queue(CLOCK);
    bool search_stopped = false;
    queue.post(JobKind::Endless, log.wait('a'));
    queue.post(JobKind::Search, [&](Control& control) { search_stopped = control.stopped(); });
    queue.drain();
    CHECK(log.text == "a");
    CHECK_FALSE(search_stopped);
}

TEST_CASE("closing stops what runs and forgets what has not begun") {
    Log log;
    JobQueue queue(CLOCK);
    queue.post(JobKind::Count, log.wait('a'));
    queue.post(JobKind::Brief, log.note('b'));
    queue.close();
    queue.wait_until_idle();
    CHECK(log.text == "a");
    queue.post(JobKind::Brief, log.note('c'));
    queue.wait_until_idle();
    CHECK(log.text == "a");
}

TEST_CASE("what shows something or counts is a result, a search is not") {
    const auto outstanding = [](std::initializer_list<JobKind> kinds) {
        JobQueue queue(CLOCK);
        std::promise<void> go_on;
        queue.post(JobKind::Brief, [&](Control&) { go_on.get_future().wait(); });
        for (const JobKind kind : kinds) queue.post(kind, [](Control&) {});
        const bool result = queue.result_outstanding();
        go_on.set_value();
        queue.wait_until_idle();
        return result;
    };
    CHECK_FALSE(outstanding({}));
    CHECK_FALSE(outstanding({JobKind::Search, JobKind::Endless, JobKind::Pondering}));
    CHECK(outstanding({JobKind::Search, JobKind::Shown}));
    CHECK(outstanding({JobKind::Count, JobKind::Search}));
}

TEST_CASE("stop skips what only shows something") {
    Log log;
    JobQueue queue(CLOCK);
    std::promise<void> go_on;
    queue.post(JobKind::Shown, [&](Control&) { go_on.get_future().wait(); });
    CHECK_FALSE(queue.long_job_outstanding());
    queue.post(JobKind::Search, log.wait('a'));
    queue.stop();
    go_on.set_value();
    queue.wait_until_idle(); // the search was stopped, or this waits for ever
    CHECK(log.text == "a");
}

TEST_CASE("a search's time counts from the request, or from the end of a longer job before it") {
    using namespace std::chrono_literals;
    support::HandClock clock;
    JobQueue queue(clock);
    const auto begin = clock.now();
    std::promise<void> posted;
    std::vector<std::chrono::microseconds> asked;
    const auto note = [&](Control& control) {
        asked.push_back(
            std::chrono::duration_cast<std::chrono::microseconds>(control.asked().value() - begin));
    };
    queue.post(JobKind::Brief, [&](Control&) {
        posted.get_future().wait();
        clock.advance(5us); // long enough to matter, such as the clearing of a large table
    });
    clock.advance(1us);
    queue.post(JobKind::Search, note);
    queue.post(JobKind::Search, [&](Control& control) {
        clock.advance(10us);
        queue.over(control);
        clock.advance(20us);
    });
    clock.advance(2us);
    queue.post(JobKind::Search, note);
    posted.set_value();
    queue.wait_until_idle();
    // The first counts from its posting at 1, however long the brief one took. The last counts from
    // the answer of the one before, at 1 + 2 + 5 + 10, and not from its posting at 3.
    CHECK(asked == std::vector{1us, 18us});
}

TEST_CASE("without a thread jobs run inside post(), and notice what arrives while they run") {
    Log log;
    int looks = 0;
    JobQueue* self = nullptr;
    JobQueue queue(CLOCK, [&](bool may_sleep) {
        CHECK(may_sleep == (looks > 0)); // stopped(), then wait()
        if (++looks < 3) return;
        self->post(JobKind::Brief, log.note('b')); // after the one that runs
        CHECK(self->long_job_outstanding());
        self->stop();
    });
    self = &queue;
    queue.post(JobKind::Endless, [&](Control& control) {
        CHECK_FALSE(control.stopped());
        log.wait('a')(control);
    });
    CHECK(log.text == "ab");
    CHECK(looks == 3);
    CHECK_FALSE(queue.long_job_outstanding());
    queue.wait_until_idle();
    queue.post(JobKind::Brief, log.note('c'));
    CHECK(log.text == "abc");
}
