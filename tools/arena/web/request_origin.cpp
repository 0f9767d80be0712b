#include "tools/arena/web/request_origin.hpp"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <string>

namespace agon::arena {
namespace {

/// "127.0.0.1:80" and "[::1]:80" without the port; empty if the port is not a number.
std::string_view without_port(std::string_view host) {
    const auto bracket = host.rfind(']');
    const auto colon = host.find(':', bracket == std::string_view::npos ? 0 : bracket);
    if (colon == std::string_view::npos) return host;
    const std::string_view port = host.substr(colon + 1);
    const bool number = !port.empty() && port.size() <= 5 &&
                        std::ranges::all_of(port, [](char c) { return c >= '0' && c <= '9'; });
    return number ? host.substr(0, colon) : std::string_view();
}

} // namespace

bool allowed_host(std::string_view host, bool anywhere) {
    std::string_view name = without_port(host);
    if (name == "localhost") return true;
    const bool bracketed = name.starts_with('[') && name.ends_with(']');
    if (bracketed) name = name.substr(1, name.size() - 2);
    boost::system::error_code fault;
    const auto address = boost::asio::ip::make_address(std::string(name), fault);
    return !fault && address.is_v6() == bracketed && (anywhere || address.is_loopback());
}

bool same_origin(std::string_view origin, std::string_view host) {
    constexpr std::string_view SCHEME = "http://";
    return origin.starts_with(SCHEME) && origin.substr(SCHEME.size()) == host;
}

} // namespace agon::arena
