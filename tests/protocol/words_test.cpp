// The words of the page (protocol/web/page/words.en.js and the other languages): every language has
// all of them, and all that the room calls by a key.
#include "engine/notation/notation.hpp"
#include "engine/rules/rule_chapters.hpp"
#include "protocol/lessons/lessons.hpp"
#include "protocol/web/room/ending_json.hpp"
#include "protocol/web/room/json.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

using namespace agon;
using page::Json;

namespace {

const std::string ROOT = std::string(AGON_TEST_DATA) + "/../..";

/// As Node.js reads them: "page", "viewer" and so on to language to table; null without Node.js.
const Json& all_tables() {
    static const Json read = [] {
        const std::string program = R"js(
            const {readFileSync, readdirSync} = require("fs");
            const page = process.argv[1] + "/protocol/web/page/";
            const all = {page: {}, viewer: {}, arena: {}};
            const read = name => readFileSync(page + name, "utf8");
            const load = name => import("data:text/javascript," + encodeURIComponent(read(name)));
            (async () => {
                for (const file of readdirSync(page)) {
                    const [, name] = /^words[.](.+)[.]js$/.exec(file) ?? [];
                    if (!name) continue;
                    const {shared, page, viewer, arena} = await load(file);
                    all.page[name] = {...shared, ...page};
                    all.viewer[name] = viewer;
                    all.arena[name] = arena;
                }
                // What pages of one file ask for, which have only what is shared.
                all.asked = {};
                const {shared} = await load("words.en.js");
                const ASKS = /\b[tw]\((?:"(\w+)|(?:[^"()]|"\w"|\([^()]*\))*\? "(\w+)" : "(\w+)")/g;
                for (const module of ["board", "curve", "game", "parts", "record", "safe", "tree", "ui",
                                      "variations", "viewer"])
                    for (const [, ...keys] of read(module + ".js").matchAll(ASKS))
                        for (const key of keys) if (key) all.asked[key] = key in shared;
                console.log(JSON.stringify(all));
            })();)js";
        std::string quoted = "'";
        for (const char c : program) quoted += c == '\'' ? "'\\''" : std::string(1, c);
        const std::string command =
            "command -v node >/dev/null && node -e " + quoted + "' '" + ROOT + "' 2>&1";
        FILE* const pipe = popen(command.c_str(), "r");
        REQUIRE(pipe != nullptr);
        std::string out;
        std::array<char, 4096> buffer{};
        while (const auto count = std::fread(buffer.data(), 1, buffer.size(), pipe))
            out.append(buffer.data(), count);
        pclose(pipe);
        INFO(out);
        return out.empty() ? Json() : Json::parse(out);
    }();
    return read;
}

/// The words of the page.
const Json& tables() { return all_tables()["page"]; }

bool missing() {
    if (!all_tables().is_null()) return false;
    MESSAGE("SKIPPED: Node.js is not installed");
    return true;
}

/// The values that a text names: "{0}" and "{0|one|many}" are 0.
std::set<std::string> values_of(const std::string& text) {
    static const std::regex VALUE(R"(\{(\w+)(\|[^|}]*\|[^}]*)?\})");
    std::set<std::string> values;
    for (std::sregex_iterator at(text.begin(), text.end(), VALUE), end; at != end; ++at)
        values.insert((*at)[1]);
    return values;
}

/// Whatever `english` has, `other` has, filled with the same values.
void compare(const Json& english, const Json& other, const std::string& path) {
    CAPTURE(path);
    if (english.is_string()) {
        REQUIRE(other.is_string());
        CHECK(!other.get<std::string>().empty());
        // A language may leave a name out ("the other side" instead of it), but not have another.
        const auto wanted = values_of(english.get<std::string>());
        for (const std::string& value : values_of(other.get<std::string>()))
            CHECK_MESSAGE(wanted.contains(value), path, " has no value ", value);
        return;
    }
    REQUIRE(other.type() == english.type());
    if (english.is_array()) CHECK(other.size() == english.size());
    for (const auto& [key, value] : english.items()) {
        const std::string name = path + "." + key;
        const bool has = english.is_array() || other.contains(key);
        CHECK_MESSAGE(has, name, " is missing");
        if (has) compare(value, english.is_array() ? other[std::stoul(key)] : other[key], name);
    }
}

/// The code words of the first column of the table in protocol/web/README.md after `heading`.
std::set<std::string> documented(const std::string& heading) {
    const std::string text = support::read_file(ROOT + "/protocol/web/README.md");
    const auto found = text.find(heading);
    REQUIRE(found != std::string::npos);
    const auto from = text.find("\n|", found);
    static const std::regex ROW(R"(\n\| (`[^|]*) \|)"), WORD("`(?:\"\"|([^`]+))`");
    const std::string table = text.substr(from, text.find("\n\n", from) - from);
    std::set<std::string> keys;
    for (std::sregex_iterator row(table.begin(), table.end(), ROW), end; row != end; ++row) {
        const std::string cell = (*row)[1];
        for (std::sregex_iterator at(cell.begin(), cell.end(), WORD); at != end; ++at)
            if ((*at)[1].matched) keys.insert((*at)[1]);
    }
    CHECK(keys.size() > 4);
    return keys;
}

void have(const Json& words, const std::string& table, const std::set<std::string>& keys) {
    for (const std::string& key : keys) {
        const bool has =
            words.contains(table) && words[table].contains(key) && words[table][key].is_string();
        CHECK_MESSAGE(has, table, ".", key, " is missing");
    }
}

/// All built-in rule sets, and each with each value of each field.
std::vector<Preset> rule_sets() {
    static const Presets presets;
    std::vector<Preset> all;
    for (const Preset& preset : presets.all()) {
        all.push_back(preset);
        for (const RuleField& field : rule_fields())
            for (std::size_t value = 0; value < field.values.size(); ++value) {
                all.push_back(preset);
                field.set(all.back().rules, value);
            }
    }
    return all;
}

TEST_CASE("words: every language has what English has, with the same values") {
    if (missing()) return;
    CHECK(tables().size() >= 2);
    for (const char* const part : {"page", "viewer", "arena"}) {
        const Json& languages = all_tables()[part];
        CHECK(languages.size() == tables().size());
        for (const auto& [language, words] : languages.items())
            compare(languages["en"], words, std::string(part) + "." + language);
    }
}

TEST_CASE("words: a page of one file, which has only what is shared, asks for nothing else") {
    if (missing()) return;
    const Json& asked = all_tables()["asked"];
    for (const char* const key : {"white", "black", "saysLeft", "saysTook", "aroundQ", "endings"})
        CHECK(asked.contains(key));
    for (const auto& each : asked.items())
        CHECK_MESSAGE(each.value().get<bool>(), each.key(), " is not shared");
}

TEST_CASE("words: refusals, endings, hints and reasons of the room") {
    if (missing()) return;
    auto refusals = documented("\nA refusal's `key`:");
    for (int reason = 0; reason <= static_cast<int>(Illegal::Closed); ++reason)
        CHECK(refusals.contains(std::string(to_text(static_cast<Illegal>(reason)))));
    for (const char* described : {"new", "open", "rules"}) refusals.erase(described); // by `text`
    std::set<std::string> endings = {"resigned", "length", "time",      "illegal",
                                     "crash",    "stall",  "disconnect"};
    for (int reason = 0; reason <= static_cast<int>(Reason::NoAction); ++reason)
        endings.emplace(page::ending_key(static_cast<Reason>(reason)));
    auto reasons = documented("\n| `key` | fields | meaning |");
    reasons.erase("key");
    reasons.erase("misses"); // said by `missedWin`
    for (const auto& [name, words] : tables().items()) {
        const std::string& language = name; // clang 14 captures no structured binding
        CAPTURE(language);
        have(words, "refusals", refusals);
        have(words, "endings", endings);
        have(words, "reasons", reasons);
        have(words, "hints", {"win", "take", "place", "queen", "in", "side", "pass"});
        have(words, "faults", {"queen", "guards", "no guards", "captured"});
    }
}

TEST_CASE("words: every sentence of every rule set, but in English, which comes with it") {
    if (missing()) return;
    std::set<std::string> texts, headings;
    for (const Preset& preset : rule_sets())
        for (const RuleChapter& chapter : rule_chapters(preset)) {
            headings.emplace(chapter.key);
            for (const RuleLine& line : chapter.lines)
                texts.insert(std::string(line.key) + '=' + std::string(line.value));
        }
    for (const auto& [name, words] : tables().items()) {
        const std::string& language = name; // clang 14 captures no structured binding
        CAPTURE(language);
        if (language == "en") continue;
        have(words, "ruleTexts", texts);
        have(words, "ruleHeadings", headings);
        for (const auto& item : words["ruleTexts"].items())
            CHECK_MESSAGE(texts.contains(item.key()), item.key(), " is no rule");
    }
}

TEST_CASE("words: every lesson of every rule set, but in English, which comes with it") {
    if (missing()) return;
    std::set<std::string> keys;
    for (const Preset& preset : rule_sets())
        for (const Lesson& lesson : lessons(preset.rules)) keys.emplace(lesson.key);
    for (const auto& [name, words] : tables().items()) {
        const std::string& language = name; // clang 14 captures no structured binding
        CAPTURE(language);
        if (language == "en") continue;
        for (const std::string& key : keys) {
            CAPTURE(key);
            REQUIRE(words["lessons"].contains(key));
            const Json& lesson = words["lessons"][key];
            CHECK(lesson.size() == 5); // title, text, goal, praise, nudge
            for (const Json& text : lesson) CHECK(!text.get<std::string>().empty());
        }
        for (const auto& item : words["lessons"].items())
            CHECK_MESSAGE(keys.contains(item.key()), item.key(), " is no lesson");
    }
}

} // namespace
