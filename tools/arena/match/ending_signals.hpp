// The signals that end a match, until there is nothing left to wait for.
#pragma once

#include "protocol/cli/ending_signals.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <functional>
#include <memory>
#include <utility>

namespace agon::arena {

/// The first signal breaks the match off. A second one, while the match closes, cuts that short,
/// and one after that ends the program at once, as it would without this class.
class EndingSignals {
public:
    using Action = std::function<void()>;

    /// Waits for signals. `break_off` must call closing().
    EndingSignals(boost::asio::io_context& loop, Action break_off, Action cut_short)
        : signals_(loop), break_off_(std::move(break_off)), cut_short_(std::move(cut_short)) {
        program::add_ending_signals(signals_);
        wait();
    }
    EndingSignals(const EndingSignals&) = delete;
    EndingSignals& operator=(const EndingSignals&) = delete;

    /// The match is over and closes. Whatever the loop still has to do keeps a copy; signals do not
    /// keep the loop running once the last copy is gone.
    [[nodiscard]] std::shared_ptr<void> closing() {
        closing_ = true;
        return {nullptr, [this, life = std::weak_ptr(life_)](void*) {
                    if (!life.expired()) signals_.cancel();
                }};
    }

private:
    void wait() {
        signals_.async_wait([this](const boost::system::error_code& fault, int) {
            if (fault) return;
            if (closing_) {
                signals_.clear(); // cancel() would leave the handler there, and the signal ignored
                return cut_short_();
            }
            wait();
            break_off_();
        });
    }

    std::shared_ptr<bool> life_ = std::make_shared<bool>();
    boost::asio::signal_set signals_;
    Action break_off_, cut_short_;
    bool closing_ = false;
};

} // namespace agon::arena
