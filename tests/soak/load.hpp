// Other work for the machine's cores.
#pragma once

#include <stop_token>
#include <thread>
#include <vector>

namespace agon::soak {

/// So many threads that compute without pause while this lives.
class Load {
public:
    explicit Load(int threads) {
        for (int i = 0; i < threads; ++i)
            threads_.emplace_back([](const std::stop_token& stop) {
                for (volatile unsigned number = 1; !stop.stop_requested();)
                    number = number * 1664525U + 1013904223U;
            });
    }

private:
    std::vector<std::jthread> threads_;
};

} // namespace agon::soak
