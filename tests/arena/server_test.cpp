// The server of `serve` and `-http`, and misbehaving clients. Which requests the page of a game
// can make, and from where.
#include "protocol/web/room/requests.hpp"
#include "tests/support/text.hpp"
#include "tools/arena/web/request_origin.hpp"
#include "tools/arena/web/serve_site.hpp"
#include "tools/arena/web/server.hpp"
#include "tools/arena/web/site.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <doctest/doctest.h>

#include <set>
#include <stdexcept>
#include <thread>

using namespace agon;
using namespace agon::arena;
using namespace agon::page;
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

/// A client with its own loop, whose calls block.
struct Client {
    explicit Client(const std::string& url) {
        const auto colon = url.rfind(':');
        const auto port = static_cast<std::uint16_t>(std::stoi(url.substr(colon + 1)));
        socket.connect({boost::asio::ip::make_address("127.0.0.1"), port});
    }
    void send(const std::string& text) { boost::asio::write(socket, boost::asio::buffer(text)); }
    /// Data that a WebSocket sends before the answer has arrived is not read.
    std::string answer() {
        std::string text;
        boost::asio::read_until(socket, boost::asio::dynamic_buffer(text), "\r\n\r\n");
        return text;
    }
    /// All data until the server closes the connection.
    std::string rest() {
        std::string text;
        boost::system::error_code end;
        boost::asio::read(socket, boost::asio::dynamic_buffer(text), end);
        return text;
    }

    /// With SO_LINGER 0 the close is a reset, like that of a tab that a browser drops.
    void reset() {
        socket.set_option(boost::asio::socket_base::linger(true, 0));
        socket.close();
    }

    boost::asio::io_context loop;
    tcp::socket socket{loop};
};

const std::string UPGRADE = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/// A text of less than 126 bytes as one frame, with a mask of zeros.
std::string frame(const std::string& text) {
    return std::string("\x81") + static_cast<char>(0x80 | text.size()) + std::string(4, '\0') +
           text;
}

/// Answers every message, and counts calls for unknown windows.
struct Windows : Site {
    std::optional<Document> document(std::string_view) override { return std::nullopt; }
    void opened(Peer& peer) override { open.insert(&peer); }
    void received(Peer& peer, std::string_view text) override {
        ++messages;
        strangers += open.contains(&peer) ? 0 : 1;
        // A text of each topic waits for the one before it.
        for (const char* topic : {"a", "b", "c"}) peer.send(topic, std::string(text));
    }
    void closed(Peer& peer) override { strangers += open.erase(&peer) == 1 ? 0 : 1; }

    std::set<Peer*> open;
    int messages = 0;
    int strangers = 0; ///< calls for a window that was never opened, or is closed
};

/// Throws from each of its methods, and counts them.
struct Broken : Site {
    std::optional<Document> document(std::string_view) override { return fail(); }
    void opened(Peer&) override {
        if (++opens % 2 == 0) fail();
    }
    void received(Peer&, std::string_view) override { fail(); }
    void closed(Peer&) override { fail(); }
    std::optional<Document> fail() {
        ++calls;
        throw std::out_of_range("map::at");
    }

    int opens = 0, calls = 0;
};

std::string fault(std::string_view text) {
    return support::fault_of([&] { (void)parse_request(text); });
}

} // namespace

TEST_CASE("a window that is reset while its messages are queued gets no call after its close") {
    boost::asio::io_context loop;
    Windows site;
    std::optional<Server> server(std::in_place, loop, ServerSettings{}, site);
    constexpr int WINDOWS = 20;
    for (int i = 0; i < WINDOWS; ++i) {
        Client client(server->url());
        client.send(UPGRADE);
        while (site.open.empty()) loop.run_one();
        std::string messages;
        for (int message = 0; message < 8; ++message) messages += frame("hello");
        client.send(messages);
        client.reset(); // before the server has seen any of them
        while (!site.open.empty()) loop.run_one();
        while (loop.poll_one() != 0) {
        }
    }
    server.reset();
    loop.run();
    CHECK(site.messages > 0); // Linux delivers what arrived before a reset
    CHECK(site.strangers == 0);
}

TEST_CASE("an exception from a site ends the request, not the loop") {
    boost::asio::io_context loop;
    Broken site;
    std::optional<Server> server(std::in_place, loop, ServerSettings{}, site);
    std::thread serving([&loop] { loop.run(); });
    Client reader(server->url());
    reader.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    const std::string refused = reader.rest();
    std::string answers;
    for (int i = 0; i < 2; ++i) { // the first stays open until it sends something
        Client window(server->url());
        window.send(UPGRADE);
        if (i == 0) {
            answers += window.answer();
            window.send(frame("hello"));
        }
        answers += window.rest();
    }
    boost::asio::post(loop, [&server] { server.reset(); });
    serving.join();
    CHECK(refused.starts_with("HTTP/1.1 500 "));
    CHECK(answers.find("101 Switching Protocols") != std::string::npos);
    CHECK(site.opens == 2);
    CHECK(site.calls == 5); // document, received, opened, and closed of both
}

TEST_CASE(
    "half a request, and none at all, end with the time for a request while others are answered") {
    const std::string whole = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    const std::chrono::milliseconds limit(200);
    boost::asio::io_context loop;
    Greeting site;
    const Server server(loop, {.request_limit = limit}, site);
    std::thread serving([&loop] { loop.run(); });
    const auto begin = std::chrono::steady_clock::now();
    Client half(server.url()), silent(server.url());
    half.send(whole.substr(0, 30));
    std::string answer;
    while (answer.empty()) { // this thread may be held up for longer than the limit
        Client other(server.url());
        other.send(whole);
        answer = other.rest();
    }
    const std::string rest = half.rest() + silent.rest(); // blocks until they are closed
    const auto end = std::chrono::steady_clock::now();
    loop.stop();
    serving.join();
    CHECK(answer.starts_with("HTTP/1.1 200 OK"));
    CHECK(answer.ends_with("hello"));
    CHECK(rest.empty());
    CHECK(end - begin >= limit);
}

TEST_CASE("a site that stops while the handler of its timer is queued lets the loop end") {
    using std::chrono::milliseconds;
    boost::asio::io_context loop;
    ServeSite site(loop, {}, {}, {});
    boost::asio::post(loop, [&] {
        std::this_thread::sleep_for(milliseconds(600)); // its timer expires every 500
        boost::asio::post(loop, [&] { site.stop(); });  // runs before the timer's handler
    });
    loop.run_for(milliseconds(60'000)); // returns once it has no work
    CHECK(loop.stopped());
}

TEST_CASE("requests of the page are read") {
    const Request begin = parse_request(
        R"({"do":"new","variant":"ham","setup":"placement","white":"person","black":"agon",)"
        R"("levels":[0,10],"moves":"a1b2 l11k10"})");
    REQUIRE(std::holds_alternative<NewGame>(begin));
    const auto& game = std::get<NewGame>(begin);
    CHECK(game.variant == "ham");
    CHECK(game.setup == "placement");
    CHECK(game.players == PerSide<std::string>{"person", "agon"});
    CHECK(game.levels == std::array{0, 10});
    CHECK(game.moves == "a1b2 l11k10");
    CHECK(std::get<NewGame>(parse_request(R"({"do":"new"})")).variant == "classic");

    CHECK(std::get<WatchGame>(parse_request(R"({"do":"watch","game":"1f"})")).game == "1f");
    CHECK(std::get<ExplainRules>(parse_request(R"({"do":"explain","variant":"ham"})")).variant ==
          "ham");
    const auto lesson =
        std::get<BeginLesson>(parse_request(R"({"do":"learn","variant":"ham","lesson":3})"));
    CHECK(lesson.variant == "ham");
    CHECK(lesson.lesson == 3);
    const auto task = std::get<BeginTask>(
        parse_request(R"({"do":"task","variant":"ham","accept":["a1b2","a1b1"]})"));
    CHECK(task.game.variant == "ham");
    CHECK(task.task.accepted == std::vector<std::string>{"a1b2", "a1b1"});
    CHECK(std::get<BeginPuzzle>(parse_request(R"({"do":"puzzle","number":7})")).number == 7);
    CHECK_THROWS_AS((void)parse_request(R"({"do":"puzzle"})"), Error);
    CHECK(std::holds_alternative<ListPuzzles>(parse_request(R"({"do":"puzzles"})")));
    const auto action =
        std::get<PlayAction>(parse_request(R"({"do":"play","action":"a1b2","ply":7})"));
    CHECK(action.action == "a1b2");
    CHECK(action.ply == 7);
    CHECK(std::get<RoomCommand>(parse_request(R"({"do":"undo"})")) == RoomCommand::Undo);
    CHECK(std::get<RoomCommand>(parse_request(R"({"do":"go on","more":[{}]})")) ==
          RoomCommand::GoOn);
}

TEST_CASE("an invalid request is refused with the reason") {
    for (const char* const text :
         {"", "{", "[]", "7", "null", "\"undo\"", "{\"do\":\"undo\"} {}", "{\"do\":\"\xff\"}"})
        CHECK(fault(text) == "expected a JSON object");
    CHECK(fault("{}") == "no request ''");
    CHECK(fault(std::string(60'000, '[')) == "lists and objects are nested more than 64 deep");
    CHECK(fault(R"({"do":"fly\u0007"})") == "no request 'fly\\x07'");
    CHECK(fault(R"({"do":["undo"]})") == "do: expected a string");
    CHECK(fault(R"({"do":"new","variant":1})") == "variant: expected a string");
    CHECK(fault(R"({"do":"new","white":")" + std::string(101, 'x') + "\"}") == "white: too long");
    CHECK(fault(R"({"do":"new","levels":[1]})") ==
          "levels: expected one for white and one for black");
    for (const char* const level : {"11", "-1", "1.5", "1e3", "\"1\"", "null"})
        CHECK(fault(std::string(R"({"do":"new","levels":[1,)") + level + "]}") ==
              "levels: expected an integer from 0 to 10");
    for (const char* const accept :
         {"", R"(,"accept":[])", R"(,"accept":"a1b2")", R"(,"accept":[1])"})
        CHECK(fault(std::string(R"({"do":"task")") + accept + '}') ==
              "accept: expected a list of actions");
    CHECK(fault(R"({"do":"play","action":"a1b2"})") ==
          "ply: expected the number of actions so far");
    CHECK(fault(R"({"do":"play","action":"a1b2","ply":-1})") ==
          "ply: expected an integer from 0 to 1000000");
}

TEST_CASE("hosts are this machine's, by address or as localhost") {
    for (const char* const host : {"localhost", "localhost:1", "127.0.0.1", "127.0.0.1:65535",
                                   "127.1.2.3:80", "[::1]", "[::1]:8080"}) {
        CHECK(allowed_host(host, false));
        CHECK(allowed_host(host, true));
    }
    for (const char* const host : {"192.168.1.9:80", "10.0.0.1", "[fe80::1]:80"}) {
        CHECK_FALSE(allowed_host(host, false));
        CHECK(allowed_host(host, true));
    }
    for (const char* const host :
         {"", ":80", "example.org", "localhost.example.org", "127.0.0.1.example.org:80", "::1",
          "[127.0.0.1]", "localhost:", "localhost:x", "localhost:123456", "[::1", "[]:80",
          "LOCALHOST.", "127.0.0.1:80@example.org", "127.1", "0x7f000001"})
        for (const bool anywhere : {false, true}) CHECK_FALSE(allowed_host(host, anywhere));
}

TEST_CASE("origins are the page's own") {
    CHECK(same_origin("http://127.0.0.1:80", "127.0.0.1:80"));
    for (const char* const origin :
         {"", "null", "https://127.0.0.1:80", "http://127.0.0.1:8", "http://127.0.0.1:80/",
          "http://127.0.0.1:80.example.org", "127.0.0.1:80"})
        CHECK_FALSE(same_origin(origin, "127.0.0.1:80"));
}
