#include "protocol/uci/options.hpp"

#include "engine/error.hpp"

#include <doctest/doctest.h>

using namespace agon::protocol;

namespace {

struct Table {
    std::int64_t spin = 5;
    bool check = false;
    std::string combo = "one", string = "x";
    int presses = 0;
    std::vector<std::string> choices{"one", "Two"};
    OptionTable options;

    Table() {
        options.add({"A Spin", SpinOption{5, -1, 9, [this](auto n) { spin = n; }}});
        options.add({"Check", CheckOption{false, [this](bool on) { check = on; }}});
        options.add({"Combo", ComboOption{"one", [this] { return choices; },
                                          [this](const auto& choice) { combo = choice; }}});
        options.add({"Button", ButtonOption{[this] { ++presses; }}});
        options.add({"String", StringOption{"", [this](const auto& text) { string = text; }}});
    }

    std::string refusal(const char* name, const char* value) {
        try {
            options.set(name, value);
        } catch (const agon::Error& error) {
            return error.what();
        }
        return "";
    }
};

} // namespace

TEST_CASE("options declare themselves as UCI has it") {
    CHECK(Table().options.declarations() ==
          std::vector<std::string>{
              "option name A Spin type spin default 5 min -1 max 9",
              "option name Check type check default false",
              "option name Combo type combo default one var one var Two",
              "option name Button type button",
              "option name String type string default <empty>",
          });
}

TEST_CASE("values are set within their range") {
    Table table;
    table.options.set("a   SPIN", "-1");
    CHECK(table.spin == -1);
    table.options.set("A Spin", "9");
    CHECK(table.spin == 9);
    table.options.set("check", "TRUE");
    CHECK(table.check);
    table.options.set("Combo", "tWO");
    CHECK(table.combo == "Two");
    table.options.set("Button", "");
    CHECK(table.presses == 1);
    table.options.set("String", "some words");
    CHECK(table.string == "some words");
    table.options.set("String", "<empty>");
    CHECK(table.string.empty());
}

TEST_CASE("a bad value is named with its option and range, and changes nothing") {
    Table table;
    CHECK(table.refusal("A Spin", "10") == "A Spin: '10' is not a whole number from -1 to 9");
    CHECK(table.refusal("A Spin", "-2") == "A Spin: '-2' is not a whole number from -1 to 9");
    CHECK(table.refusal("A Spin", "five") == "A Spin: 'five' is not a whole number from -1 to 9");
    CHECK(table.refusal("Check", "on") == "Check: 'on' is not true or false");
    CHECK(table.refusal("Combo", "three") == "Combo: 'three' is not one of one Two");
    CHECK(table.refusal("Spin", "1") == "no option is named 'Spin'");
    CHECK(table.spin == 5);
    CHECK_FALSE(table.check);
    CHECK(table.combo == "one");
}

TEST_CASE("choices may grow") {
    Table table;
    table.choices.push_back("three");
    CHECK(table.refusal("Combo", "three").empty());
    CHECK(table.combo == "three");
    CHECK(table.options.declaration("combo") ==
          "option name Combo type combo default one var one var Two var three");
}
