// Games as PGN.
#include "protocol/record/pgn.hpp"
#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/pgn_reader.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "tools/python/bindings.hpp"

#include <pybind11/chrono.h>
#include <pybind11/stl.h>

#include <filesystem>
#include <sstream>

namespace agon::python {
namespace {

/// An argument that is a text. Throws TypeError for a path or an open file, with a hint how to read
/// it.
struct PgnText {
    std::string text;
    static constexpr const char* HINT = "; read_pgn() takes the text of a PGN: open(path).read()";
};

} // namespace
} // namespace agon::python

namespace pybind11::detail {

template<>
class type_caster<agon::python::PgnText> {
public:
    PYBIND11_TYPE_CASTER(agon::python::PgnText, const_name("str"));

    bool load(handle object, bool convert) {
        make_caster<std::string> caster;
        if (caster.load(object, convert)) {
            value.text = cast_op<std::string&&>(std::move(caster));
            return true;
        }
        if (hasattr(object, "__fspath__") || hasattr(object, "read"))
            throw type_error("expected str, got " + agon::python::shown(object) +
                             agon::python::PgnText::HINT);
        return false;
    }
};

} // namespace pybind11::detail

namespace agon::python {
namespace {

std::string to_pgn(const BoundGame& game, const std::string& white, const std::string& black,
                   const std::string& event, const std::string& site, int round,
                   std::optional<std::chrono::system_clock::time_point> date) {
    GameRecord record;
    record.round = round;
    record.names = {white, black};
    record.begun = record.ended = date.value_or(std::chrono::system_clock::now());
    Game first = game.game;
    while (first.undo()) {
    }
    record.first = first.position();
    for (std::size_t i = 0; i < game.game.length(); ++i) {
        ActionRecord action;
        action.move = game.game.move(i);
        record.actions.push_back(action);
    }
    if (const auto outcome = game.game.outcome()) {
        record.verdict.result = outcome->winner ? win_of(*outcome->winner) : Result::Draw;
        record.verdict.termination = Termination::Normal;
        record.verdict.reason = to_text(outcome);
    }
    MatchRules rules;
    rules.variant = game.rules.preset().name;
    rules.rules = game.rules.set();
    return to_pgn(record, rules, {.event = event, .site = site});
}

/// Whether a text that is not PGN looks like the path of a PGN file.
bool is_path(const std::string& text) {
    std::error_code none; // of a text that is too long for a path, for example
    return text.find('\n') == std::string::npos &&
           (text.starts_with('/') || text.starts_with('~') || text.starts_with('.') ||
            text.ends_with(".pgn") || std::filesystem::exists(text, none));
}

/// (tags, game) of each game.
std::vector<std::pair<py::dict, BoundGame>> read_pgn(const PgnText& pgn,
                                                     const py::object& rules_object) {
    std::istringstream stream(pgn.text);
    std::optional<Rules> rules;
    PgnReader reader(stream, [&](const std::optional<std::string>& variant) {
        if (!rules_object.is_none())
            rules = rules_of(rules_object);
        else
            rules = rules_of(py::str(variant.value_or(std::string(DEFAULT_PRESET))));
        if (variant && *variant != rules->preset().name)
            throw Error("the game is of variant '" + *variant + "', not " + rules->preset().name);
        const RuleSet& set = rules->set();
        return PgnReader::Start{set, setup_position(set, set.setup)};
    });
    std::vector<std::pair<py::dict, BoundGame>> games;
    try {
        while (const auto read = reader.next()) {
            py::dict tags;
            for (const auto& [name, value] : read->tags) tags[py::str(name)] = py::str(value);
            BoundGame game{*rules, Game(rules->set(), read->first)};
            for (const Move move : read->moves) game.game.play(move);
            games.emplace_back(std::move(tags), std::move(game));
        }
    } catch (const Error& error) {
        throw Error("line " + std::to_string(reader.line()) + ": " + error.what() +
                    (is_path(pgn.text) ? std::string(PgnText::HINT) : ""));
    }
    return games;
}

} // namespace

void bind_pgn(py::module_& module) {
    module.def("to_pgn", &to_pgn, py::arg("game"), py::kw_only(), py::arg("white") = "?",
               py::arg("black") = "?", py::arg("event") = "?", py::arg("site") = "?",
               py::arg("round") = 1, py::arg("date") = py::none(),
               R"(One game as PGN, with the blank line that ends it.

date: a datetime.datetime, now unless given; PGN has it in UTC. A midnight is a day whose hours are
not known, which has no tags GameStartTime and GameEndTime.)");
    module.def("read_pgn", &read_pgn, py::arg("text"), py::kw_only(), py::arg("rules") = py::none(),
               R"(The games of a PGN as pairs (tags, game).

tags: names and values. The rules of a game are the preset that its tag Variant names; `rules` gives
rules of a file. Raises Error with the line of the fault.)");
}

} // namespace agon::python
