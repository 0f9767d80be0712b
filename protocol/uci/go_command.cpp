#include "protocol/uci/go_command.hpp"

#include "engine/movegen.hpp"
#include "engine/notation.hpp"
#include "engine/quoted.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <limits>

namespace agon::protocol {
namespace {

using search::Milliseconds;

constexpr std::int64_t LONGEST_MS =
    1'000'000'000'000; ///< 31 years; much more would overflow time points

class Parser {
public:
    Parser(const Game& game, Tokens words, const ClockWords& clocks)
        : game_(game), words_(words), clocks_(clocks) {}

    GoCommand parse() {
        while (!words_.done()) read_word();
        std::optional<Milliseconds>& own_time = limits_.time[index(game_.chooser())];
        if (clock_given_ && !own_time) own_time = Milliseconds(0);
        return std::move(command_);
    }

private:
    void read_word() {
        const std::string_view word = words_.next();
        const auto is = [&](std::string_view name) { return equal_ignoring_case(word, name); };
        if (read_clock(word)) return;
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
        else if (is("searchmoves"))
            read_root_moves();
        else
            fault("unknown word " + in_quotes(word));
    }

    bool read_clock(std::string_view word) {
        for (const Side side : BOTH_SIDES) {
            if (equal_ignoring_case(word, clocks_.time[index(side)]))
                limits_.time[index(side)] = milliseconds(word);
            else if (equal_ignoring_case(word, clocks_.increment[index(side)]))
                limits_.increment[index(side)] = std::max(Milliseconds(0), milliseconds(word));
            else
                continue;
            return clock_given_ = true;
        }
        if (!equal_ignoring_case(word, "movestogo")) return false;
        // Some GUIs send 0 when the clock has to last for the whole game.
        const auto actions = static_cast<int>(number(word, 0, MAX_INT));
        limits_.moves_to_go = actions > 0 ? std::optional(actions) : std::nullopt;
        return clock_given_ = true;
    }

    void read_mate(std::string_view word) {
        limits_.mate = static_cast<int>(number(word, 0, MAX_INT));
        // No win takes 0 actions, so nothing would end that search.
        if (*limits_.mate == 0) limits_.move_time = Milliseconds(0);
    }

    void read_root_moves() {
        bool named_any = false;
        for (; !words_.done(); words_.next()) {
            Move move;
            try {
                move = parse_move(words_.peek());
            } catch (const Error&) {
                break; // another argument of go
            }
            named_any = true;
            if (!is_legal(game_.rules(), game_.position(), move))
                fault("searchmoves: " + in_quotes(words_.peek()) + " is illegal");
            else if (std::ranges::find(limits_.root_moves, move) == limits_.root_moves.end())
                limits_.root_moves.push_back(move);
        }
        if (named_any && limits_.root_moves.empty())
            fault("searchmoves: none is legal, all actions are searched");
    }

    Milliseconds milliseconds(std::string_view name) {
        return Milliseconds(number(name, -MAX, MAX, LONGEST_MS));
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

    void fault(const std::string& text) { command_.faults.push_back("go: " + text); }

    static constexpr std::int64_t MAX = std::numeric_limits<std::int64_t>::max();
    static constexpr std::int64_t MAX_INT = std::numeric_limits<int>::max();

    const Game& game_;
    Tokens words_;
    const ClockWords& clocks_;
    GoCommand command_;
    search::Limits& limits_ = command_.limits;
    bool clock_given_ = false;
};

} // namespace

GoCommand parse_go_command(const Game& game, Tokens words, const ClockWords& clocks) {
    return Parser(game, words, clocks).parse();
}

} // namespace agon::protocol
