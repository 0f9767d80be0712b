// Games as PGN.
#include "protocol/record/pgn.hpp"
#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/pgn_reader.hpp"
#include "engine/notation/variations.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "tools/python/bindings.hpp"

#include <pybind11/chrono.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <istream>
#include <map>
#include <sstream>
#include <streambuf>
#include <utility>
#include <vector>

namespace agon::python {
namespace {

/// An argument that is a text, or an open file, which is read. Throws TypeError for a path, with a
/// hint how to read it.
struct PgnText {
    std::string text;
    static constexpr const char* HINT = "; read_pgn() takes an open file, or its text: open(path)";
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
        if (hasattr(object, "read") && caster.load(object.attr("read")(), convert)) {
            value.text = cast_op<std::string&&>(std::move(caster));
            return true;
        }
        if (hasattr(object, "__fspath__") || hasattr(object, "read"))
            throw type_error("expected str or an open file, got " + agon::python::shown(object) +
                             agon::python::PgnText::HINT);
        return false;
    }
};

} // namespace pybind11::detail

namespace agon::python {
namespace {

/// Of a datetime.datetime, which without a time zone is in local time. Throws TypeError and Error.
std::chrono::system_clock::time_point time_of(const py::object& date) {
    const py::module_ module = py::module_::import("datetime");
    const py::object datetime = module.attr("datetime");
    if (!py::isinstance(date, datetime))
        throw py::type_error("date: expected datetime.datetime, got " + shown(date));
    constexpr int FIRST = 1678, LAST = 2261; // whose nanoseconds since 1970 have 64 bits
    const int year = date.attr("year").cast<int>();
    if (year < FIRST || year > LAST)
        throw Error("date: expected a year from " + std::to_string(FIRST) + " to " +
                    std::to_string(LAST) + ", got " + std::to_string(year));
    const py::object utc = module.attr("timezone").attr("utc");
    const py::object epoch = datetime(1970, 1, 1, py::arg("tzinfo") = utc);
    // pybind11's conversion of a datetime takes each one as local time, so only the difference is
    // converted.
    const py::object since = date.attr("astimezone")(utc) - epoch;
    return std::chrono::system_clock::time_point(since.cast<std::chrono::microseconds>());
}

std::string to_pgn(const BoundGame& game, const std::string& white, const std::string& black,
                   const std::string& event, const std::string& site, int round,
                   const py::object& date) {
    GameRecord record;
    record.round = round;
    record.names = {white, black};
    record.begun = record.ended = date.is_none() ? std::chrono::system_clock::now() : time_of(date);
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

/// Bytes of a Python file, a line or a part of one at a time.
class PythonFile final : public std::streambuf {
public:
    /// Only while `readline` is set may anything be read.
    const py::object* readline = nullptr;

    /// The lines that were taken from the file, the present one included.
    [[nodiscard]] int lines() const { return lines_; }
    /// Skips to a line that begins with `[` after a blank one, or to the end.
    void skip_game() {
        bool blank = false, begins = line_ended_;
        setg(nullptr, nullptr, nullptr);
        while (fetch()) {
            if (begins && blank && text_[0] == '[') return;
            if (begins) blank = text_.find_first_not_of(" \t\r\n") == std::string::npos;
            begins = line_ended_;
            setg(nullptr, nullptr, nullptr);
        }
    }

protected:
    int_type underflow() override {
        return fetch() ? traits_type::to_int_type(*gptr()) : traits_type::eof();
    }

private:
    bool fetch() {
        constexpr int MOST = 1 << 16; // of a line without an end
        const py::object line = (*readline)(MOST);
        if (!py::isinstance<py::str>(line) && !py::isinstance<py::bytes>(line))
            throw py::type_error("readline() returned " + shown(line) + ", not str");
        text_ = line.cast<std::string>();
        if (text_.empty()) return false;
        if (line_ended_) ++lines_;
        line_ended_ = text_.back() == '\n';
        setg(text_.data(), text_.data(), text_.data() + text_.size());
        return true;
    }

    std::string text_;
    int lines_ = 0;
    bool line_ended_ = true;
};

Rules rules_for(const py::object& given, const std::optional<std::string>& variant) {
    Rules rules = given.is_none() ? rules_of(py::str(variant.value_or(std::string(DEFAULT_PRESET))))
                                  : rules_of(given);
    if (variant && *variant != rules.preset().name)
        throw Error("the game is of variant '" + *variant + "', not " + rules.preset().name);
    return rules;
}

/// The games of a file with their variations, one at a time.
class TreeReader : public Bound {
public:
    explicit TreeReader(py::object rules) : given_(std::move(rules)) { begin(); }

    /// (tags, first position, result, nodes) of the next game; None at the end. A node is (parent,
    /// action, comment); node 0 is the first position, and a parent comes before its children, the
    /// main one first. Throws Error with game and line; the next call skips to the game after it.
    py::object next(const py::object& readline) {
        file_.readline = &readline;
        ++games_;
        try {
            if (std::exchange(broken_, false)) {
                file_.skip_game();
                lines_before_ = std::max(file_.lines() - 1, 0);
                begin();
            }
            const auto game = reader_->next();
            if (!game) return py::none();
            return tuple_of(*game);
        } catch (const Error& error) {
            broken_ = true;
            throw Error("game " + std::to_string(games_) + ", line " +
                        std::to_string(lines_before_ + reader_->line()) + ": " + error.what());
        } catch (...) {
            broken_ = true;
            throw;
        }
    }

private:
    void begin() {
        stream_.clear();
        stream_.exceptions(std::ios::badbit); // passes on what Python raises
        reader_.emplace(
            stream_,
            [this](const std::optional<std::string>& variant) {
                rules_ = rules_for(given_, variant);
                const RuleSet& set = rules_->set();
                return PgnReader::Start{set, setup_position(set, set.setup)};
            },
            0, PgnReader::Forfeits::Refused, true);
    }

    py::object tuple_of(const PgnGame& game) const {
        py::list tags, nodes;
        for (const auto& [name, value] : game.tags) tags.append(py::make_tuple(name, value));
        std::map<std::size_t, std::size_t> number{{0, 0}}; // in `nodes`
        nodes.append(py::make_tuple(py::none(), py::none(), game.tree.at(0).comment));
        for (std::vector<std::size_t> todo{0}; !todo.empty();) {
            const std::size_t parent = todo.back();
            todo.pop_back();
            for (const std::size_t child : game.tree.at(parent).children) {
                const Variations::Node& node = game.tree.at(child);
                number[child] = nodes.size();
                nodes.append(py::make_tuple(number.at(parent), node.move, node.comment));
                todo.push_back(child);
            }
        }
        return py::make_tuple(tags, BoundPosition{*rules_, game.first}, game.result, nodes);
    }

    py::object given_;
    PythonFile file_;
    std::istream stream_{&file_};
    std::optional<PgnReader> reader_;
    std::optional<Rules> rules_; ///< of the present game
    int games_ = 0, lines_before_ = 0;
    bool broken_ = false; ///< the last game
};

/// The actions and comments of a tree as PGN, in lines, with the result. `nodes` as of
/// TreeReader::next().
std::string movetext(const BoundPosition& first, const py::list& nodes, const std::string& result) {
    GameRecord record;
    record.first = first.position;
    record.verdict.result = find_result(result).value_or(Result::Unfinished);
    Variations tree;
    std::vector<std::size_t> number{0};
    std::size_t index = 0;
    for (const py::handle item : nodes) {
        const auto node = item.cast<py::tuple>();
        if (index++ != 0)
            number.push_back(
                tree.add(number.at(node[0].cast<std::size_t>()), node[1].cast<Move>()));
        tree.comment(number.back()) = node[2].cast<std::string>();
    }
    MatchRules rules;
    rules.variant = first.rules.preset().name;
    rules.rules = first.rules.set();
    PgnOptions options;
    options.tree = &tree;
    const std::string text = to_pgn(record, rules, options);
    return text.substr(text.find("\n\n") + 2); // after the tags
}

/// (tags, game) of each game.
std::vector<std::pair<py::dict, BoundGame>> read_pgn(const PgnText& pgn,
                                                     const py::object& rules_object) {
    std::istringstream stream(pgn.text);
    std::optional<Rules> rules;
    PgnReader reader(stream, [&](const std::optional<std::string>& variant) {
        rules = rules_for(rules_object, variant);
        const RuleSet& set = rules->set();
        return PgnReader::Start{set, setup_position(set, set.setup)};
    });
    std::vector<std::pair<py::dict, BoundGame>> games;
    try {
        while (const auto read = reader.next()) {
            py::dict tags;
            for (const auto& [name, value] : read->tags) tags[py::str(name)] = py::str(value);
            if (!read->result.empty() && !read->tag("Result")) tags["Result"] = read->result;
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

date: a datetime.datetime of the years 1678 to 2261, now unless given; without a time zone it is in
local time. PGN has it in UTC. A midnight in UTC is a day whose hours are not known, which has no tags
GameStartTime and GameEndTime.)");
    module.def("read_pgn", &read_pgn, py::arg("text"), py::kw_only(), py::arg("rules") = py::none(),
               R"(The games of a PGN, a text or an open file, as pairs (tags, game).

tags: names and values, also Result if only the actions have it. The rules of a game are the preset
that its tag Variant names; `rules` gives rules of a file. Raises Error with the line of the fault.
agon.pgn.read_game() reads variations.)");
    py::class_<TreeReader>(module, "_TreeReader", "The games of a file for agon.pgn.")
        .def(py::init<py::object>(), py::arg("rules"))
        .def("next", &TreeReader::next, py::arg("readline"));
    module.def("_movetext", &movetext, py::arg("first"), py::arg("nodes"), py::arg("result"));
}

} // namespace agon::python
