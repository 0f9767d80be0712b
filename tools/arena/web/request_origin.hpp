// Which requests come from our own pages. A page of another site can make a browser send requests
// here; it cannot choose their `Host` and `Origin`.
#pragma once

#include <string_view>

namespace agon::arena {

/// Whether a `Host` names this machine by address or as localhost, with any port, since a tunnel
/// changes it. Another name could be one that a foreign site has pointed to this address. Only
/// loopback addresses, unless `anywhere`.
[[nodiscard]] bool allowed_host(std::string_view host, bool anywhere);

/// Whether an `Origin` is the page of that `Host`.
[[nodiscard]] bool same_origin(std::string_view origin, std::string_view host);

} // namespace agon::arena
