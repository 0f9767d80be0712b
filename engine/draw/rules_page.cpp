#include "engine/draw/rules_page.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/rule_chapters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <sstream>

namespace agon {
namespace {

constexpr std::size_t WIDTH = 80;

/// The number of characters: continuation bytes of UTF-8 do not count.
std::size_t columns(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

/// `text` in lines of at most WIDTH columns, each indented.
std::string wrapped(std::string_view text, std::size_t indent) {
    std::string result;
    std::size_t used = 0;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        if (used == 0 || used + 1 + columns(word) > WIDTH) {
            if (used != 0) result += '\n';
            result.append(indent, ' ');
            used = indent;
        } else {
            result += ' ';
            ++used;
        }
        result += word;
        used += columns(word);
    }
    return result + '\n';
}

std::string paragraph(std::string_view sentence, const std::string& source, std::size_t indent) {
    return wrapped(sentence, indent) + wrapped(source, indent + 4);
}

/// The board and the position text, apart from the sentences.
std::string picture(const Position& position) {
    std::istringstream lines(text_diagram(position));
    std::string text = "\n";
    for (std::string line; std::getline(lines, line);) text += "    " + line + '\n';
    return text + '\n' + wrapped(to_text(position), 6) + '\n';
}

/// Both presets' entries of one rule in preset_difference().
class Difference {
public:
    explicit Difference(std::string_view rule) : text_("\n" + std::string(rule) + "\n") {}

    void add(const Preset& preset, std::string_view value, std::string_view sentence,
             const std::string& source) {
        text_ += "  " + preset.name + (value.empty() ? "" : ": ") + std::string(value) + "\n";
        if (!sentence.empty()) text_ += paragraph(sentence, '[' + source + ']', 4);
    }

    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::string text_;
};

std::vector<Difference> differences(const Preset& a, const Preset& b) {
    std::vector<Difference> found;
    for (std::size_t i = 0; i < RULE_FIELD_COUNT; ++i) {
        const RuleField& field = rule_fields()[i];
        if (rule_value(a.rules, field) == rule_value(b.rules, field)) continue;
        found.emplace_back(field.key);
        for (const Preset* preset : {&a, &b})
            found.back().add(*preset, rule_value(preset->rules, field),
                             rule_sentence(preset->rules, field), preset->sources[i]);
    }
    for (std::size_t i = 0; i < COMMON_RULE_NAMES.size(); ++i) {
        const auto rule = static_cast<CommonRule>(i);
        if (common_sentence(a.rules, rule) == common_sentence(b.rules, rule)) continue;
        found.emplace_back(COMMON_RULE_NAMES[i]);
        for (const Preset* preset : {&a, &b}) {
            const auto sentence = common_sentence(preset->rules, rule);
            found.back().add(*preset, sentence.empty() ? "no such rule" : "", sentence,
                             preset->source(rule));
        }
    }
    return found;
}

} // namespace

std::string preset_page(const Preset& preset) {
    std::string text = preset.name + "\n" + std::string(preset.name.size(), '=') + "\n";
    std::string origin = "Source: " + preset.book + ".";
    if (!preset.parent.empty()) origin += " Parent: " + preset.parent + ".";
    text += wrapped(origin, 0);
    for (const RuleChapter& chapter : rule_chapters(preset)) {
        text += '\n' + std::string(chapter.heading) + '\n';
        for (const auto& [key, _, sentence, source, field] : chapter.lines) {
            if (key == "letters") text += picture(setup_position(preset.rules, preset.rules.setup));
            std::string note = '[' + source + ']';
            if (field)
                note = std::string(key) + ": " + std::string(rule_value(preset.rules, *field)) +
                       ' ' + note;
            text += paragraph(sentence, note, 2);
        }
    }
    return text;
}

std::string preset_difference(const Preset& a, const Preset& b) {
    const std::string both = a.name + " and " + b.name;
    const std::vector<Difference> found = differences(a, b);
    if (found.empty()) return both + " are the same rules.\n";
    std::string text = both + " differ in " + std::to_string(found.size()) +
                       (found.size() == 1 ? " rule:\n" : " rules:\n");
    for (const Difference& difference : found) text += difference.text();
    return text;
}

// The table of presets in plain text.

namespace {

using Fields = std::vector<const RuleField*>;

/// A block of the table: for each preset its name, its book if `books`, and its fields.
std::string block(const Presets& presets, bool books, const Fields& fields) {
    std::vector<std::vector<std::string>> rows = {{""}, {"preset"}};
    if (books) {
        rows[0].emplace_back();
        rows[1].emplace_back("source");
    }
    for (const RuleField* field : fields)
        for (std::size_t line : {0U, 1U}) rows[line].emplace_back(field->heading[line]);
    for (const Preset& preset : presets.all()) {
        std::vector<std::string>& row = rows.emplace_back(1, preset.name);
        if (books) row.push_back(preset.book);
        for (const RuleField* field : fields) row.emplace_back(rule_value(preset.rules, *field));
    }
    std::vector<std::string> lines(rows.size());
    for (std::size_t i = 0; i < rows[0].size(); ++i) {
        std::size_t width = 0;
        for (const auto& row : rows) width = std::max(width, row[i].size());
        for (std::size_t j = 0; j < rows.size(); ++j)
            lines[j] += rows[j][i] + std::string(width - rows[j][i].size() + 2, ' ');
    }
    std::string text;
    for (std::string& line : lines) {
        line.erase(line.find_last_not_of(' ') + 1);
        if (!line.empty()) text += line + '\n';
    }
    return text;
}

} // namespace

std::string preset_table(const Presets& presets) {
    Fields kind, moving, relocating;
    for (const RuleField& field : std::span(rule_fields()).first(OLD_RULE_FIELDS))
        (field.key == "effect" || field.section == RuleSection::Setup ? kind
         : !field.open                                                ? relocating
                                                                      : moving)
            .push_back(&field);
    std::ranges::reverse(kind); // the effect first
    std::string text = block(presets, true, kind) + '\n' + block(presets, false, moving) + '\n' +
                       block(presets, false, relocating);
    Fields further; // rules.md section 5 (Other readings): shown if a loaded preset has them
    std::string same;
    for (const RuleField& field : std::span(rule_fields()).subspan(OLD_RULE_FIELDS)) {
        further.push_back(&field);
        same += fmt::format("{}{} = {}", same.empty() ? "" : ", ", field.key, field.text({}));
    }
    const bool differ = std::ranges::any_of(presets.all(), [&](const Preset& preset) {
        return std::ranges::any_of(further, [&](auto* row) { return row->get(preset.rules) > 0; });
    });
    text += differ ? '\n' + block(presets, false, further) : "\nIn all of them " + same + ".\n";
    return text + "\n`agon rules bloody-queen` explains \"bloody\".\n";
}

// Lessons.

namespace {

/// An action under test, and the positions around it.
struct Attempt {
    const RuleSet& rules;
    const Position& before;
    Move move;
    Position after;

    [[nodiscard]] bool goes_to(std::string_view cell) const {
        return move.to() == Cell::parse(cell);
    }
    [[nodiscard]] bool steps(std::size_t ring, std::size_t inward) const {
        return RINGS[ring].contains(move.from()) && RINGS[inward].contains(move.to());
    }
    [[nodiscard]] bool captured(Side side) const {
        return (after.captured & after.pieces[side]).any();
    }
    [[nodiscard]] bool took_a_piece() const {
        return captured(Side::Black) ||
               after.pieces[Side::Black].count() < before.pieces[Side::Black].count();
    }
};

using Goal = bool (*)(const Attempt&);

std::string sentences(const RuleSet& rules, std::initializer_list<std::string_view> keys) {
    std::string text;
    for (const std::string_view key : keys) {
        if (!text.empty()) text += ' ';
        text += rule_sentence(rules, rule_fields()[find_rule_field(key).value()]);
    }
    return text;
}

class Course {
public:
    explicit Course(const RuleSet& rules) : rules_(rules) {}

    void add(std::string_view title, std::string text, std::string task, const Position& position,
             Goal goal) {
        Lesson lesson{title, std::move(text), std::move(task), position, {}};
        MoveList moves;
        legal_moves(rules_, position, moves);
        for (const Move move : moves)
            if (goal({rules_, position, move, agon::after(rules_, position, move)}))
                lesson.solutions.push_back(move);
        lessons_.push_back(std::move(lesson));
    }
    void add(std::string_view title, std::string text, std::string task, std::string_view position,
             Goal goal) {
        add(title, std::move(text), std::move(task), parse_position(rules_, position), goal);
    }

    [[nodiscard]] std::vector<Lesson> take() { return std::move(lessons_); }

private:
    const RuleSet& rules_;
    std::vector<Lesson> lessons_;
};

constexpr std::string_view CAPTURE = // g9f8 captures on e7, by lines and by rings
    "1g1g1q/7/3G3g/9/3g5g/3G3G3/G8G/2Q4g1/8/7/2G3 w - - 0 1";

/// The position after that capture, for the side that must settle, as white.
void add_relocation(Course& course, const RuleSet& rules) {
    const Position position = parse_position(rules, CAPTURE);
    const Position next = after(rules, position, parse_move("g9f8"));
    if (rules.bloody())
        return course.add("Putting a trapped guard back",
                          sentences(rules, {"effect", "guard_target"}),
                          "You have trapped the guard on e7. Put it back.", next,
                          [](const Attempt& a) { return !a.captured(Side::Black); });
    course.add("Relocation", sentences(rules, {"effect", "guard_target"}),
               "Your guard on g5 is captured, and you may do nothing else this turn: choose it, "
               "and then the cell where it goes.",
               flipped(rules, next), [](const Attempt& a) { return !a.captured(Side::White); });
}

void add_blocking(Course& course, const RuleSet& rules) {
    // Black's guards on d6 and f8 have e7 between them, by lines and by rings.
    constexpr std::string_view POSITION = "1g3q/7/4G2g/3g5/2G6g/3g7/Gg7G/9/8/7/Q1G1G1 w - - 0 1";
    const std::string text = sentences(rules, {"flank", "between"});
    if (rules.between == Between::Safe)
        return course.add("Between two enemies", text,
                          "Step your guard from d7 to e7, between them.", POSITION,
                          [](const Attempt& a) { return a.goes_to("e7"); });
    const bool blocked = rules.between == Between::Illegal;
    course.add(blocked ? "Blocking" : "Between two enemies", text,
               std::string("The cell e7 is between two black guards. Two of your guards are on the "
                           "third ring from the throne, on d7 and h9. Step one of them to the "
                           "second ring") +
                   (blocked ? "." : ", but not into the trap."),
               POSITION,
               [](const Attempt& a) { return a.steps(3, 2) && !a.captured(Side::White); });
}

void add_queen_first(Course& course, const RuleSet& rules) {
    const std::string first(common_sentence(rules, CommonRule::QueenFirst));
    const auto where = ' ' + sentences(rules, {"queen_chooser", "queen_target"});
    const Goal goal = [](const Attempt& a) {
        return !a.after.captured.contains(a.move.to()) &&
               a.before.captured.contains(a.move.from()) &&
               (a.before.queen(Side::White) | a.before.queen(Side::Black)).contains(a.move.from());
    };
    const std::string black = "1g1g1g/7/8/3G5/g2g5g/3G3G3/G5q3/5G3/8/7/Q3G1 ";
    if (rules.bloody())
        return course.add("The queen first", first + where,
                          "You have trapped black's queen on g5 and a guard on e7. Settle one of "
                          "them.",
                          black + "w g5,e7 - 0 1", goal);
    const bool opponent = rules.queen_chooser == QueenChooser::Opponent;
    if (rules.removes())
        return course.add("The captured queen", first + where,
                          opponent ? "Black's queen on g5 is captured. Say where she goes."
                                   : "Your queen on e7 is captured. Put her back.",
                          opponent ? "1g1g1g/7/8/3G5/8g/3G3G3/G5q3/5G3/3g5/7/Q3G1 b g5 - 0 1"
                                   : "1g3q/7/8/3g5/3Q5g/3g3g3/G5G2G/9/5g2/7/G1G1G1 w e7 - 0 1",
                          goal);
    if (opponent)
        return course.add("The queen first", first + where,
                          "Black's queen on g5 and a guard on e7 are captured. It is black's turn, "
                          "but one of them is yours to put: say where.",
                          black + "b g5,e7 - 0 1", goal);
    course.add("The queen first", first + where,
               "Your queen on e7 and your guard on g5 are captured. Put the right one back.",
               "1g3q/7/8/3g5/3Q5g/3g3g3/G5G2G/5g3/8/7/G1G1G1 w g5,e7 - 0 1", goal);
}

} // namespace

std::vector<Lesson> lessons(const RuleSet& rules) {
    Course course(rules);
    const auto common = [&](CommonRule rule) { return std::string(common_sentence(rules, rule)); };
    course.add("The step", "You play white, the light pieces. " + common(CommonRule::Step),
               "Step one of your guards one ring towards the throne, the middle of the board: "
               "choose the guard, and then the cell.",
               setup_position(rules, Setup::Standard), [](const Attempt& a) {
                   return a.steps(5, 4) && a.move.from() != a.before.queens[0];
               });
    course.add("Never outward",
               "The shades of the board show the rings. A step stays on its ring or goes inward.",
               "Bring a guard to c5. Three guards stand beside it, but only one may go there.",
               "1g1g1q/g4g1/7G/9/g8g/3G7/3G5G/1G7/8/7/Q3G1 w - - 0 1",
               [](const Attempt& a) { return a.goes_to("c5"); });
    course.add("The throne", common(CommonRule::Throne), "Put the right piece on the throne.",
               "1g3q/g4g1/5g2/g8/4G4g/4Q1G4/4GG4/2G6/3G4/7/6 w - - 0 1",
               [](const Attempt& a) { return a.goes_to("f6"); });
    course.add(rules.bloody() ? "Trapping" : "Capture",
               sentences(rules, {"flank"}) +
                   (rules.bloody() ? ""
                    : rules.removes()
                        ? " When your piece has landed, such an enemy guard leaves the game."
                        : " When your piece has landed, such an enemy piece is captured: it stays, "
                          "and its owner must spend a turn on putting it back."),
               "Black's guard on e7 stands beside your guard on d6. Bring a second one to the "
               "other side of it.",
               CAPTURE, [](const Attempt& a) { return a.took_a_piece(); });
    if (rules.effect != Effect::Remove) add_relocation(course, rules);
    add_blocking(course, rules);
    add_queen_first(course, rules);
    course.add("Winning", common(CommonRule::Aim) + ' ' + sentences(rules, {"forfeit"}),
               "Your queen is on the throne. Win the game.",
               "1g1g1q/g4g1/8/9/g3GG3g/3G1QG4/4GG4/9/8/7/6 w - - 0 1", [](const Attempt& a) {
                   const auto outcome = decided(a.rules, a.after);
                   return outcome && outcome->winner == Side::White;
               });
    return course.take();
}

} // namespace agon
