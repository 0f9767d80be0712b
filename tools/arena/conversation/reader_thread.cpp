#include "tools/arena/conversation/reader_thread.hpp"

#include "protocol/os/suspension.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/steady_timer.hpp>

#include <mutex>
#include <thread>

namespace agon::arena::reader_thread {
namespace {

Pulse::Moment now() {
    return {platform::time_since_boot(), std::chrono::steady_clock::now(),
            platform::continuations()};
}

class Reader {
public:
    static Reader& only() {
        static Reader reader;
        return reader;
    }

    [[nodiscard]] boost::asio::io_context& loop() { return loop_; }
    [[nodiscard]] Suspensions suspensions() {
        const std::lock_guard lock(mutex_);
        return pulse_.look(now());
    }

private:
    Reader() : work_(loop_.get_executor()), heart_(loop_), pulse_(now()) {
        wait();
        thread_ = std::thread([this] { loop_.run(); });
    }
    ~Reader() {
        loop_.stop();
        thread_.join();
    }

    void wait() {
        heart_.expires_after(Pulse::PERIOD);
        heart_.async_wait([this](const boost::system::error_code& fault) {
            if (fault) return;
            {
                const std::lock_guard lock(mutex_);
                pulse_.beat(now());
            }
            wait();
        });
    }

    boost::asio::io_context loop_;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
    boost::asio::steady_timer heart_;
    std::mutex mutex_;
    Pulse pulse_;
    std::thread thread_;
};

} // namespace

boost::asio::io_context& loop() { return Reader::only().loop(); }

Suspensions suspensions() { return Reader::only().suspensions(); }

} // namespace agon::arena::reader_thread
