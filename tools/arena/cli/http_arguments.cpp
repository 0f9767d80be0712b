#include "tools/arena/cli/http_arguments.hpp"

#include "protocol/cli/options.hpp"

#include <boost/asio/ip/address.hpp>

namespace agon::arena {

void read_http(ServerSettings& settings, const std::string& key, const std::string& value) {
    const std::string what = "-http " + key;
    if (key == "port") {
        settings.port = program::number<std::uint16_t>(what, value, 0);
    } else if (key == "address") {
        boost::system::error_code fault;
        settings.address = boost::asio::ip::make_address(value, fault).to_string();
        if (fault) throw program::unexpected(what, "an address in numbers, as 127.0.0.1", value);
    } else if (key == "keep") {
        settings.keep = program::truth(what, value);
    } else {
        throw program::unknown("key of -http", key, {"port", "address", "keep"}, "agon-match");
    }
}

} // namespace agon::arena
