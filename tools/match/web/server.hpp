// HTTP and WebSocket for a site (Boost.Beast).
#pragma once

#include "tools/match/web/site.hpp"

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace agon::match {

struct ServerSettings {
    std::string address = "127.0.0.1"; ///< a number; of the loopback, unless all may come
    std::uint16_t port = 0;            ///< 0: any that is free
    bool keep = false;                 ///< of a match: after its end too
    /// To send a whole request, and to take the answer; then the connection is closed.
    std::chrono::milliseconds request_limit{15'000};
};

/// Serves from the event loop; nothing blocks. GET and HEAD are answered with documents of the
/// site, `/ws` becomes a WebSocket. No file is read. What a client can make grow has a limit: a
/// connection over most_connections() is closed, so is one that is silent for too long, that sends
/// more than it may or that takes nothing any more.
class Server {
public:
    static constexpr std::size_t MOST_CONNECTIONS = 256;
    /// MOST_CONNECTIONS, and at most a quarter of the open files that there may be.
    [[nodiscard]] static std::size_t most_connections() noexcept;
    static constexpr std::size_t MOST_HEADER_BYTES = 8 * 1024;
    static constexpr std::size_t MOST_MESSAGE_BYTES = 64 * 1024;

    /// Listens. `site` must outlive this. Throws Error naming address and port when it cannot.
    Server(boost::asio::io_context& loop, const ServerSettings& settings, Site& site);
    /// Closes all connections; the site hears of that.
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// "http://127.0.0.1:8080/"
    [[nodiscard]] std::string url() const;
    [[nodiscard]] std::uint16_t port() const;
    /// A line that says so when others than this machine can reach it, else empty.
    [[nodiscard]] std::string warning() const;

private:
    class Listener;
    std::shared_ptr<Listener> listener_;
};

} // namespace agon::match
