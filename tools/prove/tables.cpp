// agon-tables: makes the endgame tables of rules under which captured guards leave the game.
#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/zobrist.hpp"
#include "engine/record/notation.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/cli/program.hpp"
#include "search/endgame_tables.hpp"

#include <spdlog/fmt/fmt.h>

#include <atomic>
#include <chrono>
#include <iostream>
#include <map>
#include <memory>
#include <thread>

namespace agon::prove {
namespace {

using search::TableClass;
using search::TableIndex;
using search::TablePieces;

// A byte for each position. Known values as in the file: 0 a draw, 2n+1 a win and 2n+2 a loss of
// the side to act in n actions. While a table is made, 0 is a value not known yet, and:
using Code = std::uint8_t;
constexpr Code OPEN = 0;
constexpr Code LAST_KNOWN = 127;
constexpr Code WAITS = 128;           ///< WAITS + n: an action that removes guards decides it at n
constexpr Code LAST_WAITING = 250;
constexpr Code REPLY_WINS = 251;      ///< a successor became a win of the other side
constexpr Code REPLY_LOSES = 252;     ///< a successor became a loss of the other side
constexpr Code NOTHING = 255;         ///< a number without a position

constexpr bool is_known(Code code) { return code != OPEN && code <= LAST_KNOWN; }
constexpr bool is_unknown(Code code) { return !is_known(code) && code != NOTHING; }
constexpr bool is_win(Code code) { return code % 2 == 1; }
constexpr int length(Code code) { return (code - 1) / 2; }
Code win_in(int n) {
    if (n > 60) throw Error("a win is too long for the format of the tables");
    return static_cast<Code>(2 * n + 1);
}
Code loss_in(int n) { return static_cast<Code>(win_in(n) + 1); }

struct Table {
    TableIndex index;
    std::vector<Code> codes;

    explicit Table(TableClass guards) : index(guards), codes(index.size()) {}
    [[nodiscard]] Code get(std::uint64_t number) {
        return std::atomic_ref(codes[number]).load(std::memory_order_relaxed);
    }
    void set(std::uint64_t number, Code code) {
        std::atomic_ref(codes[number]).store(code, std::memory_order_relaxed);
    }
    void mark(const TablePieces& pieces, Code reason) {
        const std::uint64_t number = index.number(pieces);
        std::atomic_ref<Code> place(codes[number]);
        Code code = place.load(std::memory_order_relaxed);
        while (is_unknown(code) && code != REPLY_LOSES &&
               !place.compare_exchange_weak(code, reason, std::memory_order_relaxed)) {}
    }
};

using Tables = std::map<std::pair<int, int>, std::unique_ptr<Table>>;

/// Whether the queen is on the throne and her guards on ring 1.
bool enthroned(Cell queen, Bitboard guards) {
    return queen == THRONE_CELL && RINGS[1].covers(guards);
}

/// The value of a position that its pieces decide, of the side to act; or OPEN.
Code decided_code(const TablePieces& p) {
    if (p.own_guards.none()) return loss_in(0);
    if (enthroned(p.own_queen, p.own_guards)) return win_in(0);
    return enthroned(p.other_queen, p.other_guards) ? loss_in(0) : OPEN;
}

/// The enemies that a piece of `own` captures which landed on `to`.
Bitboard captures(Cell to, Bitboard own, Bitboard enemies) {
    const Bitboard near = enemies & NEIGHBOURS[to];
    return near.none() ? near : near & between_on_lines(to, own);
}

Bitboard vacant(const TablePieces& p) { return BOARD - p.own() - p.other(); }

/// Calls visit(queen?, from, to) for each action but a pass; `from` is none for a captured queen.
template<class Visit>
void for_each_action(const TablePieces& p, Visit visit) {
    const Bitboard open = vacant(p) - between_on_lines(p.other());
    if (p.own_queen.is_none()) {
        open.for_each([&](Cell to) { visit(true, Cell::none(), to); });
        return;
    }
    (STEPS[p.own_queen] & open).for_each([&](Cell to) { visit(true, p.own_queen, to); });
    p.own_guards.for_each([&](Cell from) {
        ((STEPS[from] & open) - THRONE).for_each([&](Cell to) { visit(false, from, to); });
    });
}

struct Successor {
    TablePieces pieces;
    bool removes; ///< a guard
    bool decided_by_queen; ///< her side has its queen on the throne though she is captured
};

TablePieces moved(const TablePieces& p, bool queen, Cell from, Cell to) {
    TablePieces next = p;
    if (queen)
        next.own_queen = to;
    else
        next.own_guards ^= Bitboard(from) | Bitboard(to);
    return next;
}

TablePieces with_sides_swapped(const TablePieces& p) {
    return {p.other_queen, p.own_queen, p.other_guards, p.own_guards};
}

/// Two tables that lead to each other, one with either side to act, and those that they lead to.
class Maker {
public:
    Maker(Tables& tables, TableClass guards, unsigned threads)
        : tables_(tables), threads_(threads) {
        for (const TableClass c : {guards, guards.swapped()}) {
            auto& table = tables_[{c.own, c.other}];
            if (!table) {
                table = std::make_unique<Table>(c);
                made_.push_back(table.get());
            }
        }
    }

    void make() {
        for_all([&](Table& table, std::uint64_t i) { begin(table, i); });
        for_all([&](Table& table, std::uint64_t i) {
            if (table.get(i) == OPEN) evaluate(table, i, 1);
        });
        int last = 1;
        for (int n = 2; n <= last + 1; ++n) {
            std::atomic<std::uint64_t> found = 0;
            std::atomic<int> waiting = 0;
            for_all([&](Table& table, std::uint64_t i) {
                const Code code = table.get(i);
                if (is_known(code) && length(code) == n - 1)
                    mark_predecessors(table, *table.index.pieces(i),
                                      is_win(code) ? REPLY_WINS : REPLY_LOSES);
                else if (code > WAITS + n && code <= LAST_WAITING)
                    waiting = std::max<int>(waiting, code - WAITS);
            });
            for_all([&](Table& table, std::uint64_t i) {
                const Code code = table.get(i);
                if (code != WAITS + n && code != REPLY_LOSES && code != REPLY_WINS) return;
                evaluate(table, i, n);
                const Code now = table.get(i);
                if (is_known(now)) found.fetch_add(1, std::memory_order_relaxed);
                else if (now >= WAITS && now <= LAST_WAITING) waiting = std::max<int>(waiting, now - WAITS);
            });
            std::cerr << fmt::format("{} actions: {} positions\n", n, found.load());
            last = std::max({last, found > 0 ? n : 0, waiting.load() - 1 + 1});
        }
        for_all([&](Table& table, std::uint64_t i) {
            const Code code = table.get(i);
            if (is_unknown(code)) table.set(i, OPEN);
        });
    }

    void verify() {
        std::atomic<std::uint64_t> checked = 0;
        const Presets presets;
        const Preset& preset = presets.at("kanare");
        for_all([&](Table& table, std::uint64_t i) {
            const Code code = table.get(i);
            if (code == NOTHING) return;
            const auto pieces = *table.index.pieces(i);
            const auto p = position(preset.rules, pieces);
            if (!p) throw Error("no position");
            if (const Code again = derive(preset.rules, *p); again != code)
                throw Error(fmt::format("{}: {} is not {}", to_text(*p), code, again));
            checked.fetch_add(1, std::memory_order_relaxed);
        });
        std::cerr << "checked " << checked << '\n';
    }

    void statistics() {
        for (Table* table : made_) {
            std::array<std::uint64_t, 256> counts{};
            {std::ofstream raw(fmt::format("/work/tmp-tables/raw-{}-{}", table->index.guards().own, table->index.guards().other), std::ios::binary); raw.write(reinterpret_cast<const char*>(table->codes.data()), std::ptrdiff_t(table->codes.size()));}
            for (const Code code : table->codes) ++counts[code];
            std::cout << fmt::format("{}-{} size {}\n", table->index.guards().own, table->index.guards().other, table->index.size());
            for (std::size_t c = 0; c < counts.size(); ++c)
                if (counts[c]) {
                    std::cout << fmt::format("  {} {} {}", c == 255 ? "none" : c == 0 ? "draw" : c % 2 ? "win" : "loss", c == 0 || c == 255 ? 0 : (c - 1) / 2, counts[c]);
                    if (c != 255) {
                        const auto at = static_cast<std::uint64_t>(std::ranges::find(table->codes, static_cast<Code>(c)) - table->codes.begin());
                        if (const auto p = position(Presets().at("kanare").rules, *table->index.pieces(at))) std::cout << " " << to_text(*p);
                    }
                    std::cout << '\n';
                }
        }
    }

private:
    template<class Visit>
    void for_all(Visit visit) {
        for (Table* table : made_) {
            constexpr std::uint64_t STRETCH = 1 << 16;
            std::atomic<std::uint64_t> next = 0;
            std::vector<std::thread> workers;
            std::exception_ptr fault;
            std::atomic<bool> failed = false;
            for (unsigned t = 0; t < threads_; ++t)
                workers.emplace_back([&] {
                    try {
                        for (std::uint64_t from; !failed && (from = next.fetch_add(STRETCH)) < table->codes.size();)
                            for (std::uint64_t i = from; i < std::min<std::uint64_t>(from + STRETCH, table->codes.size()); ++i)
                                visit(*table, i);
                    } catch (...) {
                        if (!failed.exchange(true)) fault = std::current_exception();
                    }
                });
            for (std::thread& worker : workers) worker.join();
            if (fault) std::rethrow_exception(fault);
        }
    }

    [[nodiscard]] Table& table_of(const TablePieces& p) {
        return *tables_.at({p.own_guards.count(), p.other_guards.count()});
    }

    /// A cell where the captured queen may stand; none when there is none.
    static Cell captured_cell(const TablePieces& p) {
        Bitboard cells = between_on_lines(p.other()) & vacant(p);
        if (RINGS[1].covers(p.own_guards)) cells -= THRONE; // she would have won
        return cells.any() ? cells.first() : Cell::none();
    }

    static void begin(Table& table, std::uint64_t i) {
        const auto p = table.index.pieces(i);
        if (!p || (p->own_queen.is_none() && captured_cell(*p).is_none()))
            table.set(i, NOTHING);
        else
            table.set(i, decided_code(*p));
    }

    /// Sets the value of a position that is known at `n`, or else how it waits.
    void evaluate(Table& table, std::uint64_t i, int n) {
        const TablePieces p = *table.index.pieces(i);
        const bool no_loss_is_new = table.get(i) == REPLY_WINS;
        Table& replies = *tables_.at({table.index.guards().other, table.index.guards().own});
        int win = 1000, loss = 0;
        bool open = false, acts = false;
        const auto weigh = [&](Code code) {
            if (!is_known(code))
                open = true;
            else if (is_win(code))
                loss = std::max(loss, length(code) + 1);
            else
                win = std::min(win, length(code) + 1);
        };
        const auto weigh_reply = [&](const TablePieces& next) {
            if (open && no_loss_is_new) return;
            const Code code = replies.get(replies.index.number(next));
            weigh(is_known(code) && length(code) < n ? code : OPEN);
        };
        for_each_action(p, [&](bool queen, Cell from, Cell to) {
            acts = true;
            TablePieces after = moved(p, queen, from, to);
            const Bitboard captured = captures(to, after.own(), p.other());
            if (captured.none()) return weigh_reply(with_sides_swapped(after));
            after.other_guards -= captured;
            TablePieces next = with_sides_swapped(after);
            if (const Code code = decided_code(next); code != OPEN) return weigh(code);
            if (captured.contains(p.other_queen)) next.own_queen = Cell::none();
            if (after.other_guards == p.other_guards) return weigh_reply(next);
            Table& smaller = table_of(next);
            weigh(smaller.get(smaller.index.number(next)));
        });
        if (!acts) weigh_reply(with_sides_swapped(p));
        if (win <= n)
            table.set(i, win_in(win));
        else if (win < 1000)
            table.set(i, static_cast<Code>(WAITS + win));
        else if (open)
            table.set(i, OPEN);
        else if (loss <= n)
            table.set(i, loss_in(loss));
        else
            table.set(i, static_cast<Code>(WAITS + loss));
    }

    /// The positions from which an action that captures at most the queen leads to `p`.
    void mark_predecessors(Table& table, const TablePieces& p, Code reason) {
        Table& before = *tables_.at({table.index.guards().other, table.index.guards().own});
        if (p.own_queen.is_none()) {
            (between_on_lines(p.other()) & vacant(p)).for_each([&](Cell queen) {
                TablePieces with_queen = p;
                with_queen.own_queen = queen;
                mark_before(before, with_queen, Bitboard(queen), reason);
            });
        } else {
            mark_before(before, p, {}, reason);
            const TablePieces passer = with_sides_swapped(p);
            bool acts = false;
            for_each_action(passer, [&](bool, Cell, Cell) { acts = true; });
            if (!acts) before.mark(passer, reason);
        }
    }

    /// Those from which the other side's last action captured exactly `captured`.
    static void mark_before(Table& before, const TablePieces& p, Bitboard captured, Code reason) {
        const Bitboard closed = between_on_lines(p.own());
        const Bitboard from = vacant(p);
        p.other().for_each([&](Cell landed) {
            if (closed.contains(landed) || captures(landed, p.other(), p.own()) != captured) return;
            TablePieces q = with_sides_swapped(p);
            const bool queen = landed == p.other_queen;
            ((RING_NEIGHBOURS[landed] | OUTWARD_NEIGHBOURS[landed]) & from).for_each([&](Cell cell) {
                before.mark(moved(q, queen, landed, cell), reason);
            });
            if (queen) {
                q.own_queen = Cell::none();
                before.mark(q, reason);
            }
        });
    }

    static std::optional<Position> position(const RuleSet& rules, const TablePieces& pieces) {
        Position p;
        p.queens = {};
        p.queens[Side::White] = pieces.own_queen;
        p.queens[Side::Black] = pieces.other_queen;
        if (pieces.own_queen.is_none()) {
            p.queens[Side::White] = captured_cell(pieces);
            if (p.queens[Side::White].is_none()) return std::nullopt;
            p.captured = Bitboard(p.queens[Side::White]);
        }
        p.pieces[Side::White] = pieces.own_guards | p.queen(Side::White);
        p.pieces[Side::Black] = pieces.other();
        for (const Side side : BOTH_SIDES) p.between[side] = between(rules, p.pieces[side]);
        p.key = zobrist::key_of(rules, p);
        return p;
    }

    Code probe(const RuleSet& rules, const Position& p) {
        if (const auto end = decided(rules, p)) return end->winner == p.turn ? win_in(0) : loss_in(0);
        const Side us = p.turn;
        const TablePieces pieces = {p.captured.contains(p.queens[us]) ? Cell::none() : p.queens[us], p.queens[~us], p.guards(us), p.guards(~us)};
        Table& table = table_of(pieces);
        return table.get(table.index.number(pieces));
    }

    Code derive(const RuleSet& rules, const Position& p) {
        if (const auto end = decided(rules, p)) return end->winner == p.turn ? win_in(0) : loss_in(0);
        MoveList moves;
        legal_moves(rules, p, moves);
        int win = 1000, loss = 0;
        bool draw = false;
        for (const Move move : moves) {
            const Code code = probe(rules, after(rules, p, move));
            if (!is_known(code)) draw = true;
            else if (is_win(code)) loss = std::max(loss, length(code) + 1);
            else win = std::min(win, length(code) + 1);
        }
        return win < 1000 ? win_in(win) : draw ? OPEN : loss_in(loss);
    }

    Tables& tables_;
    unsigned threads_;
    std::vector<Table*> made_;
};

int run(const program::Words& args) {
    (void)args;
    Tables tables;
    const auto begin = std::chrono::steady_clock::now();
    for (const TableClass guards : {TableClass{1, 1}, TableClass{2, 1}}) {
        if (args.empty() && guards.own == 2) break;
        Maker maker(tables, guards, 2);
        maker.make();
        std::cerr << std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() << " s\n";
        maker.statistics();
        std::cout.flush();
        maker.verify();
        std::cerr << std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() << " s\n";
    }
    return 0;
}

} // namespace
} // namespace agon::prove

int main(int argc, char** argv) {
    return agon::program::run_main("agon-tables", argc, argv, agon::prove::run);
}
