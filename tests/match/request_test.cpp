// What the page of a game may ask for, and from where.
#include "engine/error.hpp"
#include "protocol/page/page_json.hpp"
#include "tools/arena/web/server.hpp"

#include <doctest/doctest.h>

using namespace agon;
using namespace agon::match;
using namespace agon::page;

namespace {

std::string fault(std::string_view text) {
    try {
        (void)parse_request(text);
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

} // namespace

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
    const auto task = std::get<BeginTask>(parse_request(
        R"({"do":"task","variant":"ham","title":"T","accept":["a1b2","a1b1"],"line":"a1b2 l11k10"})"));
    CHECK(task.game.variant == "ham");
    CHECK(task.task.title == "T");
    CHECK(task.task.accepted == std::vector<std::string>{"a1b2", "a1b1"});
    CHECK(task.task.line == std::vector<std::string>{"a1b2", "l11k10"});
    const auto action =
        std::get<PlayAction>(parse_request(R"({"do":"play","action":"a1b2","ply":7})"));
    CHECK(action.action == "a1b2");
    CHECK(action.ply == 7);
    const auto look = std::get<Look>(parse_request(R"({"do":"look","ply":3,"turned":true})"));
    CHECK(look.ply == 3U);
    CHECK(look.turned);
    CHECK_FALSE(std::get<Look>(parse_request(R"({"do":"look","ply":null})")).ply);
    CHECK(std::get<RoomCommand>(parse_request(R"({"do":"undo"})")) == RoomCommand::Undo);
    CHECK(std::get<RoomCommand>(parse_request(R"({"do":"go on","more":[{}]})")) ==
          RoomCommand::GoOn);
}

TEST_CASE("what is no request is refused with the reason") {
    for (const char* const text :
         {"", "{", "[]", "7", "null", "\"undo\"", "{\"do\":\"undo\"} {}", "{\"do\":\"\xff\"}"})
        CHECK(fault(text) == "expected a JSON object");
    CHECK(fault("{}") == "no request ''");
    CHECK(fault(std::string(60'000, '[')) == "lists and objects are nested more than 64 deep");
    CHECK(fault(R"({"do":"fly\u0007"})") == "no request 'fly\\x07'");
    CHECK(fault(R"({"do":["undo"]})") == "do: expected a text");
    CHECK(fault(R"({"do":"new","variant":1})") == "variant: expected a text");
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

TEST_CASE("hosts are this machine's, by number or as localhost") {
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
