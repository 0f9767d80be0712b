// What a server asks of the site that it serves.
#pragma once

#include "protocol/web/room/lobby.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace agon::arena {

inline constexpr std::string_view HTML_TYPE = "text/html; charset=utf-8";
inline constexpr std::string_view CSS_TYPE = "text/css; charset=utf-8";
inline constexpr std::string_view TEXT_TYPE = "text/plain; charset=utf-8";
inline constexpr std::string_view JS_TYPE = "text/javascript; charset=utf-8";
inline constexpr std::string_view JSON_TYPE = "application/json";

/// The answer to a GET.
struct Document {
    std::string_view type; ///< of its content, as HTML_TYPE
    std::string body;
    std::string file_name{}; ///< for a browser to save it as; empty: to show it
};

using page::Peer; ///< a page that is open in a browser, by its WebSocket

/// All methods are called from the event loop.
class Site {
public:
    virtual ~Site() = default;
    /// Returns nullopt if there is no such path. `path` is as requested, up to a question mark.
    [[nodiscard]] virtual std::optional<Document> document(std::string_view path) = 0;
    /// `peer` lives until closed().
    virtual void opened(Peer& peer) = 0;
    virtual void received(Peer& peer, std::string_view text) = 0;
    virtual void closed(Peer& peer) = 0;
};

} // namespace agon::arena
