// HTTP and WebSocket for a site (Boost.Beast).
#pragma once

#include "tools/arena/web/site.hpp"

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace agon::arena {

struct ServerSettings {
    std::string address = "127.0.0.1"; ///< numeric; not a loopback address: all may connect
    std::uint16_t port = 0;            ///< 0: any that is free
    bool keep = false;                 ///< of a match: continue to serve after its end
    /// For a client to send a whole request, and to take the answer; then the connection is closed.
    std::chrono::milliseconds request_limit{15'000};
};

/// Serves from the event loop; nothing blocks. GET and HEAD get documents of the
/// site, `/ws` becomes a WebSocket. No file is read. Everything that a client can make grow has a
/// limit: the server closes a connection over max_connections(), one that is silent for too long,
/// one that sends too much and one that stops reading.
class Server {
public:
    static constexpr std::size_t MAX_CONNECTIONS = 256;
    /// MAX_CONNECTIONS, but at most a quarter of the limit of open files.
    [[nodiscard]] static std::size_t max_connections() noexcept;
    static constexpr std::size_t MAX_HEADER_BYTES = 8 * 1024;
    static constexpr std::size_t MAX_MESSAGE_BYTES = 64 * 1024;

    /// Listens. `site` must outlive this. Throws Error naming address and port if it cannot.
    Server(boost::asio::io_context& loop, const ServerSettings& settings, Site& site);
    /// Closes all connections, and calls Site::closed() for each.
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// "http://127.0.0.1:8080/"
    [[nodiscard]] std::string url() const;
    [[nodiscard]] std::uint16_t port() const;
    /// A line of warning if other machines can reach it, otherwise empty.
    [[nodiscard]] std::string warning() const;

private:
    class Listener;
    std::shared_ptr<Listener> listener_;
};

} // namespace agon::arena
