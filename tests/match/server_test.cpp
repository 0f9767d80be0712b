// The server of `serve` and `-http`, and clients that do not behave.
#include "tools/match/web/server.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <doctest/doctest.h>

#include <thread>

using namespace agon::match;
using boost::asio::ip::tcp;

namespace {

struct Greeting : Site {
    std::optional<Document> document(std::string_view) override {
        return Document{"text/plain", "hello"};
    }
    void opened(Peer&) override {}
    void received(Peer&, std::string_view) override {}
    void closed(Peer&) override {}
};

/// A client with a loop of its own, whose calls block.
struct Client {
    explicit Client(const std::string& url) {
        const auto colon = url.rfind(':');
        const auto port = static_cast<std::uint16_t>(std::stoi(url.substr(colon + 1)));
        socket.connect({boost::asio::ip::make_address("127.0.0.1"), port});
    }
    void send(const std::string& text) { boost::asio::write(socket, boost::asio::buffer(text)); }
    /// All until the server closes the connection.
    std::string rest() {
        std::string text;
        boost::system::error_code end;
        boost::asio::read(socket, boost::asio::dynamic_buffer(text), end);
        return text;
    }

    boost::asio::io_context loop;
    tcp::socket socket{loop};
};

} // namespace

TEST_CASE("half a request, and none at all, end with the time for a request while others are answered") {
    const std::string whole = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    const std::chrono::milliseconds limit(200);
    boost::asio::io_context loop;
    Greeting site;
    const Server server(loop, {.request_limit = limit}, site);
    std::thread serving([&loop] { loop.run(); });
    const auto begin = std::chrono::steady_clock::now();
    Client half(server.url()), silent(server.url()), other(server.url());
    half.send(whole.substr(0, 30));
    other.send(whole);
    const std::string answer = other.rest();
    const std::string nothing = half.rest() + silent.rest(); // blocks until they are closed
    const auto end = std::chrono::steady_clock::now();
    loop.stop();
    serving.join();
    CHECK(answer.starts_with("HTTP/1.1 200 OK"));
    CHECK(answer.ends_with("hello"));
    CHECK(nothing.empty());
    CHECK(end - begin >= limit);
}
