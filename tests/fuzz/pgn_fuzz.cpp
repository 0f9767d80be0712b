// Input: a line with a preset, a position text (else its setup), the two names, then a line for
// each action: the action, and the text of its engine. A line that does not begin with a legal
// action is the reason for a forfeited turn.
//
//  - A record is written in UTF-8 without control characters, movetext in lines of at most 80 bytes
//    but for single words.
//  - The openings' reader reads it as one game with the same position and actions, up to a
//    forfeited turn, which is not an action; or reports that the game is over.
//  - The same holds with what other programs insert: a byte order mark, lines that `%` escapes,
//    suffixes, numbers with dots, comments to the end of a line, variations. Bytes of the input
//    choose where.
//  - The tags are read as they were written, except for control characters and bytes that are not
//    UTF-8.
//  - The journal keeps it: what is read from there is the same PGN.
#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/pgn_reader.hpp"
#include "engine/quote.hpp"
#include "engine/utf8.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/openings.hpp"
#include "protocol/record/pgn.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/referee.hpp"
#include "tests/fuzz/rules_line.hpp"
#include "tests/fuzz/target.hpp"
#include "tools/arena/journal/journal.hpp"

#include <sstream>

using namespace agon;
using namespace agon::arena;

namespace {

Position first_position(const MatchRules& rules, const std::string& text) {
    try {
        return parse_position(rules.rules, text);
    } catch (const Error&) {
        return rules.start();
    }
}

/// Adds an action and its engine's text, or a forfeited turn; nothing if neither is possible.
void add(GameRecord& record, Referee& referee, const std::string& line) {
    ActionRecord action;
    action.chooser = referee.chooser();
    const auto end = std::min(line.find(' '), line.size());
    try {
        action.move = referee.play(line.substr(0, end));
        action.evaluation.depth = static_cast<int>(line.size());
        action.evaluation.kind = static_cast<Evaluation::Kind>(line.size() % 3);
        action.evaluation.value = static_cast<int>(end) - 4;
        action.evaluation.nodes = line.size();
        action.book = line.ends_with("book");
        // Engines report nothing about a book action (GamePlayer::play).
        if (action.book)
            action.evaluation = {};
        else
            action.evaluation.lines = {line.substr(end)};
    } catch (const Error&) {
        if (line.empty() || !referee.may_forfeit_turn()) return;
        referee.forfeit_turn();
        action.move = Move::pass();
        // As replace_controls() leaves the words of engines and of the referee (fault_verdict()).
        action.forfeited = replace_controls(line);
    }
    action.elapsed = Microseconds(action.book ? 0 : 1000 * static_cast<int>(line.size()));
    for (std::string& said : action.evaluation.lines) said = replace_controls(said);
    record.actions.push_back(action);
}

void check_text(const std::string& pgn) {
    std::istringstream stream(pgn);
    for (std::string line; std::getline(stream, line);) {
        const bool fits = line.size() <= 80 || line[0] == '[' || line.find(' ') == line.npos;
        if (printable_utf8(line) != line || utf8_or_latin1(line) != line || !fits)
            fuzz::broken("PGN is printable UTF-8 in lines of 80", line);
    }
}

/// The PGN of a game with what others write between and after its actions. The bytes choose where.
std::string as_others(const std::string& pgn, std::string_view bytes) {
    constexpr std::string_view BETWEEN[] = {"",
                                            "\n% ) } [zz\n",
                                            "\n;{ ( a comment\n",
                                            " $139 ",
                                            " ... ",
                                            " 17. ... ",
                                            " (1. zz ;) }\n {)}(!) \n%)\n) ",
                                            "\r\n\t ",
                                            "!",
                                            "?!"};
    const std::size_t movetext = pgn.find("\n\n") + 2,
                      result = pgn.find_last_of(" \n", pgn.size() - 3);
    std::string text = "\xef\xbb\xbf" + pgn.substr(0, movetext);
    bool comment = false;
    std::size_t next = 0;
    for (std::size_t i = movetext; i < pgn.size(); ++i) {
        comment = pgn[i] == '{' || (comment && pgn[i] != '}');
        const bool between = !comment && (pgn[i] == ' ' || pgn[i] == '\n') && i <= result;
        if (between && !bytes.empty())
            text += BETWEEN[static_cast<std::uint8_t>(bytes[next++ % bytes.size()]) %
                            std::size(BETWEEN)];
        text += pgn[i];
    }
    return text;
}

void check_tags(const std::string& pgn, const MatchRules& rules, const std::string& event,
                const std::string& site) {
    std::istringstream in(pgn);
    PgnReader reader(
        in,
        [&](const auto&) {
            return PgnReader::Start{rules.rules, rules.start()};
        },
        0, PgnReader::Forfeits::Read);
    const auto game = reader.next();
    if (!game || game->tag("Event") != printable_utf8(event) ||
        game->tag("Site") != printable_utf8(site))
        fuzz::broken("a tag is read as it was written", pgn);
}

void check_read(const GameRecord& record, const MatchRules& rules, const std::string& pgn) {
    Game game(rules.rules, record.first, rules.limits);
    Opening expected{record.first, false, {}};
    bool whole = true;
    for (const ActionRecord& action : record.actions) {
        if (!(whole = action.forfeited.empty())) break;
        game.play(action.move);
        expected.moves.push_back(action.move);
    }
    // The reader stops looking at actions after PLIES of them, where 0 means all.
    if (!whole && expected.moves.empty()) return;
    const fuzz::MemoryFile file(pgn);
    const OpeningSettings settings{.file = file.path(),
                                   .format = OpeningSettings::Format::Pgn,
                                   .plies = static_cast<int>(expected.moves.size())};
    try {
        const auto openings = load_openings(settings, rules);
        if (game.outcome() || openings.size() != 1 || openings[0].first != expected.first ||
            openings[0].moves != expected.moves)
            fuzz::broken("a game that is written is read as itself", pgn);
    } catch (const Error& error) {
        const bool over =
            std::string_view(error.what()).find(": the game is over: ") != std::string_view::npos;
        if (!over || !game.outcome())
            fuzz::broken("a game that is written is read", error.what() + ('\n' + pgn));
    }
}

Json settings_of(const MatchRules& rules) {
    Json json{{"variant", rules.variant},
              {"setup", rules.setup},
              {"RepetitionLimit", rules.limits.repetition},
              {"NoProgressLimit", rules.limits.no_progress}};
    for (const RuleField& field : rule_fields())
        json["rules"][std::string(field.key)] = field.text(rules.rules);
    return json;
}

void check_journal(const GameRecord& record, const MatchRules& rules, const std::string& pgn) {
    const fuzz::MemoryFile file;
    JournalWriter(file.path(), {.settings = settings_of(rules), .log = "", .pgn_begin = 0})
        .add(record);
    JournalReader reader(file.path());
    const auto read = reader.next();
    if (!read || to_json(*read) != to_json(record) || to_pgn(*read, reader.rules()) != pgn)
        fuzz::broken("the journal keeps a record", to_json(record).dump());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t MAX_LINES = 60;
    const auto lines = fuzz::lines_of(data, size, MAX_LINES);
    if (lines.size() < 4) return 0;
    const std::string preset = fuzz::rules_named(lines[0].substr(0, lines[0].find(' '))).name;
    const auto rules = make_match_rules(preset, "preset", "", {});
    GameRecord record;
    record.first = first_position(rules, lines[1]);
    record.names = {printable_utf8(lines[2]), printable_utf8(lines[3])};
    Referee referee(rules.rules, record.first, rules.limits, false, {});
    for (std::size_t i = 4; i < lines.size() && !referee.verdict(); ++i)
        add(record, referee, lines[i]);
    record.verdict =
        referee.verdict().value_or(fault_verdict(referee.chooser(), {Fault::Stall, lines.back()}));
    record.last = referee.game().position();
    const std::string pgn = to_pgn(record, rules, {.event = lines[2], .site = lines[3]});
    check_text(pgn);
    check_tags(pgn, rules, lines[2], lines[3]);
    check_read(record, rules, pgn);
    check_read(record, rules, as_others(pgn, lines.back()));
    check_journal(record, rules, to_pgn(record, rules));
    return 0;
}
