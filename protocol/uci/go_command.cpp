#include "protocol/uci/go_command.hpp"

#include "engine/error.hpp"
#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "engine/quote.hpp"
#include "engine/words.hpp"
#include "search/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace agon::protocol {
namespace {

using search::Milliseconds;

void add_fault(GoCommand& command, const std::string& text) {
    command.faults.push_back("go: " + text);
}

class Parser {
public:
    Parser(Tokens words, const ClockWords& clocks) : words_(words), clocks_(clocks) {}

    GoCommand parse() {
        for (bool lists_moves = false; !words_.done();) {
            const std::string_view word = words_.next();
            if (read_argument(word))
                lists_moves = equal_ignoring_case(word, "searchmoves");
            else if (lists_moves)
                read_root_move(word);
            else
                fault("unknown word " + in_quotes(word));
        }
        return std::move(command_);
    }

private:
    /// The argument and its value. False if `go` does not know the word.
    bool read_argument(std::string_view word) {
        const auto is = [&](std::string_view name) { return equal_ignoring_case(word, name); };
        if (read_clock(word)) return true;
        if (is("movetime"))
            limits_.move_time = milliseconds(word);
        else if (is("depth"))
            limits_.depth = static_cast<int>(number(word, 0, MAX_INT));
        else if (is("nodes"))
            limits_.nodes = static_cast<std::uint64_t>(number(word, 0, MAX));
        else if (is("mate"))
            read_mate(word);
        else if (is("infinite"))
            limits_.infinite = true;
        else if (is("ponder"))
            limits_.ponder = true;
        else
            return is("searchmoves");
        return true;
    }

    bool read_clock(std::string_view word) {
        for (const Side side : BOTH_SIDES) {
            if (equal_ignoring_case(word, clocks_.time[side]))
                limits_.time[side] = milliseconds(word);
            else if (equal_ignoring_case(word, clocks_.increment[side]))
                limits_.increment[side] = std::max(Milliseconds(0), milliseconds(word));
            else
                continue;
            return command_.clock_given = true;
        }
        if (!equal_ignoring_case(word, "movestogo")) return false;
        // Some GUIs send 0 when the clock has to last for the whole game.
        const auto actions = static_cast<int>(number(word, 0, MAX_INT));
        limits_.moves_to_go = actions > 0 ? std::optional(actions) : std::nullopt;
        return command_.clock_given = true;
    }

    void read_mate(std::string_view word) {
        limits_.mate = static_cast<int>(number(word, 0, MAX_INT));
        // No win takes 0 actions, so nothing would end that search.
        if (*limits_.mate == 0) limits_.move_time = Milliseconds(0);
    }

    void read_root_move(std::string_view word) {
        command_.root_moves_given = true;
        try {
            limits_.root_moves.push_back(parse_move(word));
        } catch (const Error& error) { // the others still count
            fault(std::string("searchmoves: ") + error.what());
        }
    }

    Milliseconds milliseconds(std::string_view name) {
        return Milliseconds(number(name, -MAX, MAX, search::LONGEST_TIME.count()));
    }

    std::int64_t number(std::string_view name, std::int64_t least, std::int64_t most,
                        std::int64_t ceiling = MAX) {
        const std::string_view word = words_.next();
        const auto value = to_number(word);
        if (value && *value >= least && *value <= most)
            return std::clamp(*value, -ceiling, ceiling);
        fault(fmt::format("{}: expected an integer{}, got {}; read as 0", name,
                          least == 0 ? fmt::format(" from 0 to {}", most) : "", in_quotes(word)));
        return 0;
    }

    void fault(const std::string& text) { add_fault(command_, text); }

    static constexpr std::int64_t MAX = std::numeric_limits<std::int64_t>::max();
    static constexpr std::int64_t MAX_INT = std::numeric_limits<int>::max();

    Tokens words_;
    const ClockWords& clocks_;
    GoCommand command_;
    search::Limits& limits_ = command_.limits;
};

} // namespace

GoCommand parse_go_command(Tokens words, const ClockWords& clocks) {
    return Parser(words, clocks).parse();
}

void settle(GoCommand& command, const Game& game) {
    const std::vector<Move> named = std::exchange(command.limits.root_moves, {});
    MoveList legal;
    if (!named.empty()) legal_moves(game.rules(), game.position(), legal);
    std::vector<Move>& wanted = command.limits.root_moves;
    for (const Move move : named) {
        if (std::ranges::find(legal, move) == legal.end())
            add_fault(command, "searchmoves: " + in_quotes(to_text(move)) + " is illegal");
        else if (std::ranges::find(wanted, move) == wanted.end())
            wanted.push_back(move);
    }
    if (command.root_moves_given && wanted.empty())
        add_fault(command, "searchmoves: none is legal, all actions are searched");
    std::optional<Milliseconds>& own_time = command.limits.time[game.chooser()];
    if (command.clock_given && !own_time) own_time = Milliseconds(0);
}

} // namespace agon::protocol
