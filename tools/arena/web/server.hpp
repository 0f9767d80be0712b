// HTTP and WebSocket for a site (Boost.Beast).
#pragma once

#include "protocol/page/lobby.hpp"

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace agon::match {

// What a server asks of the site that it serves.

inline constexpr std::string_view HTML_TYPE = "text/html; charset=utf-8";
inline constexpr std::string_view CSS_TYPE = "text/css; charset=utf-8";
inline constexpr std::string_view TEXT_TYPE = "text/plain; charset=utf-8";
inline constexpr std::string_view JS_TYPE = "text/javascript; charset=utf-8";

/// What a GET is answered with.
struct Document {
    std::string_view type; ///< of its content, as HTML_TYPE
    std::string body;
    std::string file_name{}; ///< what a browser saves it as; empty: it is shown
};

using page::Peer; ///< a page that is open in a browser, by its WebSocket

/// All methods are called from the event loop.
class Site {
public:
    virtual ~Site() = default;
    /// Nothing when there is no such path. `path` is as requested, up to a question mark.
    [[nodiscard]] virtual std::optional<Document> document(std::string_view path) = 0;
    /// `peer` lives until closed().
    virtual void opened(Peer& peer) = 0;
    virtual void received(Peer& peer, std::string_view text) = 0;
    virtual void closed(Peer& peer) = 0;
};

// HTTP and WebSocket for a site (Boost.Beast).

struct ServerSettings {
    std::string address = "127.0.0.1"; ///< numeric; a loopback address, unless all may connect
    std::uint16_t port = 0;            ///< 0: any that is free
    bool keep = false;                 ///< of a match: go on serving after its end
    /// To send a whole request, and to take the answer; then the connection is closed.
    std::chrono::milliseconds request_limit{15'000};
};

/// Serves from the event loop; nothing blocks. GET and HEAD are answered with documents of the
/// site, `/ws` becomes a WebSocket. No file is read. What a client can make grow has a limit: the
/// server closes a connection over most_connections(), one that is silent for too long, one that
/// sends too much and one that stops reading.
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
    /// A line of warning when other machines can reach it, else empty.
    [[nodiscard]] std::string warning() const;

private:
    class Listener;
    std::shared_ptr<Listener> listener_;
};

// Which requests come from our own pages. A page of another site can make a browser send requests
// here; it cannot choose their `Host` and `Origin`.

/// Whether a `Host` names this machine by number or as localhost, with any port, since a tunnel
/// changes it. Another name may be one that a foreign site has pointed to this address. Loopback
/// addresses alone, unless `anywhere`.
[[nodiscard]] bool allowed_host(std::string_view host, bool anywhere);

/// Whether an `Origin` is the page of that `Host`.
[[nodiscard]] bool same_origin(std::string_view origin, std::string_view host);

} // namespace agon::match
