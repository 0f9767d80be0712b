#include "protocol/job_queue.hpp"

#include <doctest/doctest.h>

#include <future>
#include <string>

using namespace agon::protocol;
using agon::search::Control;

namespace {

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
    JobQueue queue;
    for (char c = 'a'; c <= 'z'; ++c) queue.post(JobKind::Brief, log.note(c));
    queue.wait_until_idle();
    CHECK(log.text == "abcdefghijklmnopqrstuvwxyz");
    CHECK_FALSE(queue.long_job_outstanding());
}

TEST_CASE("stop is for the oldest long job that is not stopped, begun or not") {
    Log log;
    JobQueue queue;
    queue.stop(); // nobody's
    queue.post(JobKind::Search, log.wait('a'));
    queue.post(JobKind::Brief, log.note('b'));
    queue.post(JobKind::Count, log.wait('c'));
    CHECK(queue.long_job_outstanding());
    queue.stop();
    queue.stop();
    queue.wait_until_idle();
    CHECK(log.text == "abc");
}

TEST_CASE("a stop after a job's last word is for the next one") {
    Log log;
    JobQueue queue;
    queue.post(JobKind::Search, [&](Control& control) {
        queue.over(control);
        // What a reader of the last word does before this job has gone from the queue.
        queue.post(JobKind::Endless, log.wait('b'));
        queue.stop();
        log.text += 'a';
    });
    queue.wait_until_idle();
    CHECK(log.text == "ab");
}

TEST_CASE("ponderhit is for the oldest search that ponders") {
    Log log;
    JobQueue queue;
    queue.ponderhit(); // nobody's
    queue.post(JobKind::Search, log.wait('a', true));
    queue.post(JobKind::Pondering, log.wait('b', true));
    queue.ponderhit();
    queue.stop();
    queue.wait_until_idle();
    CHECK(log.text == "ab");
}

TEST_CASE("a job that is over is not hit by what is meant for the next one") {
    JobQueue queue;
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
    JobQueue queue;
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

TEST_CASE("draining stops only what would not end") {
    Log log;
    JobQueue queue;
    bool search_stopped = false;
    queue.post(JobKind::Endless, log.wait('a'));
    queue.post(JobKind::Search, [&](Control& control) { search_stopped = control.stopped(); });
    queue.drain();
    CHECK(log.text == "a");
    CHECK_FALSE(search_stopped);
}

TEST_CASE("quit stops what runs and forgets what has not begun") {
    Log log;
    JobQueue queue;
    queue.post(JobKind::Search, log.wait('a'));
    queue.post(JobKind::Brief, log.note('b'));
    queue.quit();
    queue.wait_until_idle();
    CHECK(log.text == "a");
    queue.post(JobKind::Brief, log.note('c'));
    queue.wait_until_idle();
    CHECK(log.text == "a");
}
