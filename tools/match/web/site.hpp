// What a server asks of the site that it serves.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace agon::match {

/// What a GET is answered with.
struct Document {
    std::string_view type; ///< of its content, as "text/html; charset=utf-8"
    std::string body;
    std::string file_name{}; ///< what a browser saves it as; empty: it is shown
};

/// A page that is open in a browser, by its WebSocket.
class Peer {
public:
    virtual ~Peer() = default;
    /// Sends a text. One of the same topic that the reader has not taken yet is dropped, so that a
    /// slow reader costs one text for each topic.
    virtual void send(std::string_view topic, std::string text) = 0;
};

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

} // namespace agon::match
