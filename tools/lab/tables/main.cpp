// agon-tables: makes the endgame tables of rules under which captured guards leave the game, and
// checks them.
#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/flanks.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/notation/notation.hpp"
#include "engine/number.hpp"
#include "engine/open_file.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/program.hpp"
#include "protocol/os/machine.hpp"
#include "protocol/record/output_file.hpp"
#include "search/nnue/bytes.hpp"
#include "tools/lab/tables/endgame_tables.hpp"
#include "tools/lab/tables/table_position.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace agon::tables {
namespace {

constexpr unsigned MAX_THREADS = 256;

constexpr const char* USAGE =
    R"(agon-tables [OPTIONS] CLASS...   make the endgame tables of these classes
agon-tables --check [OPTIONS]    derive every value of the tables in a folder again

CLASS is 2-1 for positions in which one side has two guards and the other has one. The smaller
classes that it needs are made too, except those already in the folder. An interrupted run resumes
from its last save. For rules with `effect = remove`.
)";
constexpr const char* EXAMPLES = R"(  agon-tables --output tables 1-1
  agon-tables --output tables --threads 2 2-1
  agon-tables --check --output tables
  agon-tables --output tables --show "6/7/q7/9/10/G10/10/g8/8/7/2Q3 w - - 0 1"
)";

// Visiting all numbers of a table.

/// Calls visit(number) for each number below `size`, on several threads. Throws what it throws.
void for_all(std::uint64_t size, unsigned threads,
             const std::function<void(std::uint64_t)>& visit) {
    constexpr std::uint64_t STRETCH = 1 << 14;
    std::atomic<std::uint64_t> next = 0;
    std::atomic<bool> failed = false;
    std::exception_ptr fault;
    const auto work = [&] {
        try {
            for (std::uint64_t i = 0; !failed && (i = next.fetch_add(STRETCH)) < size;)
                for (const std::uint64_t end = std::min(i + STRETCH, size); i < end; ++i) visit(i);
        } catch (...) {
            if (!failed.exchange(true)) fault = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> workers;
        for (unsigned i = 0; i < threads; ++i) workers.emplace_back(work);
    }
    if (fault) std::rethrow_exception(fault);
}

/// The beginning of the file of an interrupted run.
constexpr std::string_view UNFINISHED = "agon-tables ";

void write(const std::filesystem::path& path, std::string_view text) {
    OutputFile(path, {"a table of endgames",
                      [](std::string_view begin) {
                          return begin.starts_with("agon endgame table\n") ||
                                 begin.starts_with(UNFINISHED);
                      }})
        .write(text);
}

std::string name_of(TableClass guards) { return fmt::format("{}-{}", guards.own, guards.other); }

// A position as a table sees it, and its actions.

Bitboard vacant(const TablePieces& p) { return BOARD - p.own() - p.other(); }

/// Whether the queen is on the throne and her guards on ring 1.
bool enthroned(Cell queen, Bitboard guards) {
    return queen == THRONE_CELL && RINGS[1].covers(guards);
}

/// The value of a position that its pieces decide (rules.md 4.10).
std::optional<TableValue> decided_value(const TablePieces& p) {
    if (p.own_guards.none()) return TableValue{-1, 0};
    if (enthroned(p.own_queen, p.own_guards)) return TableValue{1, 0};
    if (enthroned(p.other_queen, p.other_guards)) return TableValue{-1, 0};
    return std::nullopt;
}

/// The enemies that the piece of `own` on `to` captured when it landed there.
Bitboard captures(Cell to, Bitboard own, Bitboard enemies) {
    const Bitboard near = enemies & NEIGHBOURS[to];
    return near.none() ? near : near & between_on_lines(to, own);
}

/// Calls visit(queen?, from, to) for each action except a pass. `from` is none for a captured
/// queen.
template<class Visit>
void for_each_action(const TablePieces& p, Visit visit) {
    const Bitboard open = vacant(p) - between_on_lines(p.other());
    if (p.own_queen.is_none())
        return open.for_each([&](Cell to) { visit(true, Cell::none(), to); });
    (STEPS[p.own_queen] & open).for_each([&](Cell to) { visit(true, p.own_queen, to); });
    p.own_guards.for_each([&](Cell from) {
        ((STEPS[from] & open) - THRONE).for_each([&](Cell to) { visit(false, from, to); });
    });
}

TablePieces moved(TablePieces p, bool queen, Cell from, Cell to) {
    if (queen)
        p.own_queen = to;
    else
        p.own_guards ^= Bitboard(from) | Bitboard(to);
    return p;
}

TablePieces swapped(const TablePieces& p) {
    return {p.other_queen, p.own_queen, p.other_guards, p.own_guards};
}

// Making.

// A byte is a known code of the table, or one of these.
constexpr TableCode UNKNOWN = TABLE_DRAW; ///< a draw, if it is still unknown at the end
constexpr TableCode WAITS = 128; ///< + n: an action that removes guards decides it at length n
constexpr TableCode LAST_WAITING = 250;
constexpr TableCode REPLY_WINS = 251;  ///< a successor has just become a win of the side to act
constexpr TableCode REPLY_LOSES = 252; ///< a successor has just become a loss of that side

constexpr bool is_known(TableCode code) { return code != UNKNOWN && code < WAITS; }
constexpr bool is_unknown(TableCode code) { return !is_known(code) && code != NO_POSITION; }

class Table {
public:
    explicit Table(TableClass guards) : index(guards), codes(index.size()) {}

    [[nodiscard]] TableCode get(std::uint64_t number) {
        return std::atomic_ref(codes[number]).load(std::memory_order_relaxed);
    }
    void set(std::uint64_t number, TableCode code) {
        std::atomic_ref(codes[number]).store(code, std::memory_order_relaxed);
    }
    /// Marks an unknown position for evaluation because of `reason`; REPLY_LOSES overrides
    /// REPLY_WINS.
    void mark(const TablePieces& pieces, TableCode reason) {
        const std::atomic_ref place(codes[index.number(pieces)]);
        TableCode code = place.load(std::memory_order_relaxed);
        while (is_unknown(code) && code != REPLY_LOSES &&
               !place.compare_exchange_weak(code, reason, std::memory_order_relaxed)) {
        }
    }

    TableIndex index;
    std::vector<TableCode> codes;
};

/// Makes the table of a class and the one with the other side to act, which lead to each other,
/// by length: a position is won in n if an action leads to a loss in n - 1, and lost in n if every
/// action leads to a win, the longest in n - 1.
class Maker {
public:
    /// `smaller` has the classes that removals lead to.
    Maker(TableClass guards, const EndgameTables& smaller, unsigned threads)
        : smaller_(smaller), threads_(threads) {
        tables_.emplace_back(guards);
        if (guards.own != guards.other) tables_.emplace_back(guards.swapped());
    }

    /// Resumes from `saved` if it exists, and saves to it after the given number of seconds.
    void make(const std::filesystem::path& saved, int save_after) {
        int n = 1;
        if (!restore(saved, n)) {
            for_each([](Table& table, std::uint64_t i) { begin(table, i); });
            for_each([&](Table& table, std::uint64_t i) {
                if (table.get(i) == UNKNOWN) evaluate(table, i, 1);
            });
        }
        auto last_save = std::chrono::steady_clock::now();
        while (advance(++n)) {
            if (std::chrono::steady_clock::now() - last_save < std::chrono::seconds(save_after))
                continue;
            save(saved, n);
            last_save = std::chrono::steady_clock::now();
        }
        for_each([](Table& table, std::uint64_t i) {
            if (is_unknown(table.get(i))) table.set(i, TABLE_DRAW);
        });
    }

    [[nodiscard]] std::vector<Table>& tables() { return tables_; }

private:
    template<class Visit>
    void for_each(Visit visit) {
        for (Table& table : tables_)
            for_all(table.codes.size(), threads_, [&](std::uint64_t i) { visit(table, i); });
    }

    /// The other side to act.
    [[nodiscard]] Table& replies(const Table& table) {
        return &table == &tables_.front() ? tables_.back() : tables_.front();
    }

    static void begin(Table& table, std::uint64_t i) {
        const auto p = table.index.pieces(i);
        TableCode code = NO_POSITION;
        if (p && (!p->own_queen.is_none() || captured_queen_cell(*p)))
            code = decided_value(*p).value_or(TableValue{}).code();
        table.set(i, code);
    }

    /// Finds the positions of length n. False if there are none and no more can appear.
    bool advance(int n) {
        std::atomic<bool> goes_on = false;
        for_each([&](Table& table, std::uint64_t i) {
            const TableCode code = table.get(i);
            if (is_known(code) && TableValue::of(code).plies == n - 1)
                mark_predecessors(table, *table.index.pieces(i),
                                  TableValue::of(code).winner > 0 ? REPLY_WINS : REPLY_LOSES);
        });
        std::atomic<std::uint64_t> found = 0;
        for_each([&](Table& table, std::uint64_t i) {
            const TableCode code = table.get(i);
            if (code == WAITS + n || code == REPLY_LOSES || code == REPLY_WINS) {
                evaluate(table, i, n);
                if (is_known(table.get(i))) found.fetch_add(1, std::memory_order_relaxed);
            }
            if (table.get(i) > WAITS + n && table.get(i) <= LAST_WAITING) goes_on = true;
        });
        std::cerr << fmt::format("{}: {} positions of length {}\n",
                                 name_of(tables_[0].index.guards()), found.load(), n);
        return found > 0 || goes_on;
    }

    /// Sets the value of a position, whose successors are known up to length n - 1, or why it
    /// waits.
    void evaluate(Table& table, std::uint64_t i, int n) {
        const TablePieces p = *table.index.pieces(i);
        const bool no_loss_is_new = table.get(i) == REPLY_WINS;
        Table& others = replies(table);
        std::optional<TableValue> best;
        bool open = false, acts = false;
        const auto weigh = [&](TableValue reply) {
            const TableValue value = reply.one_action_before();
            if (value.winner == 0)
                open = true;
            else if (!best || value.better_than(*best))
                best = value;
        };
        const auto weigh_reply = [&](const TablePieces& next) {
            if (open && no_loss_is_new) return; // neither won nor lost at this length
            const TableCode code = others.get(others.index.number(next));
            const bool known = is_known(code) && TableValue::of(code).plies < n;
            weigh(known ? TableValue::of(code) : TableValue{});
        };
        for_each_action(p, [&](bool queen, Cell from, Cell to) {
            acts = true;
            TablePieces after = moved(p, queen, from, to);
            const Bitboard captured = captures(to, after.own(), p.other());
            if (captured.none()) return weigh_reply(swapped(after));
            after.other_guards -= captured;
            TablePieces next = swapped(after);
            if (const auto value = decided_value(next)) return weigh(*value);
            if (captured.contains(p.other_queen)) next.own_queen = Cell::none();
            if (after.other_guards == p.other_guards) return weigh_reply(next);
            const auto* const smaller =
                smaller_.find({next.own_guards.count(), next.other_guards.count()});
            weigh(TableValue::of(smaller->code(smaller->index().number(next))));
        });
        if (!acts) weigh_reply(swapped(p));
        const bool decided = best && (best->winner > 0 || !open);
        if (decided && best->plies > LONGEST_TABLE_WIN)
            throw Error("a win is longer than the format of the tables allows");
        table.set(i, !decided           ? UNKNOWN
                     : best->plies <= n ? best->code()
                                        : static_cast<TableCode>(WAITS + best->plies));
    }

    /// Marks the positions from which an action that captures at most the queen leads to `p`.
    void mark_predecessors(Table& table, const TablePieces& p, TableCode reason) {
        Table& before = replies(table);
        if (p.own_queen.is_none()) {
            (between_on_lines(p.other()) & vacant(p)).for_each([&](Cell queen) {
                TablePieces with_queen = p;
                with_queen.own_queen = queen;
                mark_before(before, with_queen, Bitboard(queen), reason);
            });
            return;
        }
        mark_before(before, p, {}, reason);
        bool acts = false;
        for_each_action(swapped(p), [&](bool, Cell, Cell) { acts = true; });
        if (!acts) before.mark(swapped(p), reason); // and passes
    }

    /// Those from which the other side's action captured exactly `captured`.
    static void mark_before(Table& before, const TablePieces& p, Bitboard captured,
                            TableCode reason) {
        const Bitboard closed = between_on_lines(p.own());
        const TablePieces q = swapped(p);
        p.other().for_each([&](Cell landed) {
            if (closed.contains(landed) || captures(landed, p.other(), p.own()) != captured) return;
            const bool queen = landed == p.other_queen;
            const Bitboard from = RING_NEIGHBOURS[landed] | OUTWARD_NEIGHBOURS[landed];
            (from & vacant(p)).for_each([&](Cell cell) {
                before.mark(moved(q, queen, landed, cell), reason);
            });
            if (queen) before.mark(moved(q, true, landed, Cell::none()), reason);
        });
    }

    static bool captured_queen_cell(const TablePieces& p) { return captured_queen_cells(p).any(); }

    // An interrupted run.

    /// What the file of this class begins with, before the length in decimal.
    [[nodiscard]] std::string head() const {
        return fmt::format("{}{} ", UNFINISHED, name_of(tables_[0].index.guards()));
    }

    void save(const std::filesystem::path& path, int n) const {
        search::nnue::Writer file{fmt::format("{}{}\n", head(), n)};
        for (const Table& table : tables_)
            file.bytes.append(reinterpret_cast<const char*>(table.codes.data()),
                              table.codes.size());
        file.number(search::nnue::checksum(file.bytes));
        write(path, file.bytes);
    }

    bool restore(const std::filesystem::path& path, int& n) {
        if (!std::filesystem::exists(path)) return false;
        std::ifstream stream = open_regular(path);
        std::string bytes(static_cast<std::size_t>(std::filesystem::file_size(path)), '\0');
        if (!stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
            throw Error("cannot read " + path.string());
        try {
            search::nnue::Reader file{bytes};
            std::string_view checked = file.text(bytes.size() - std::min(bytes.size(), CHECKSUM));
            if (file.take<std::uint32_t>() != search::nnue::checksum(checked))
                throw Error("wrong checksum");
            if (!checked.starts_with(head())) throw Error("not of this table");
            checked.remove_prefix(head().size());
            const std::size_t end = std::min(checked.find('\n'), checked.size());
            if (!read_whole(checked.substr(0, end), n)) throw Error("not of this table");
            file.rest = checked.substr(end);
            file.text(1); // the line feed
            for (Table& table : tables_)
                std::ranges::copy(file.text(table.codes.size()), table.codes.begin());
        } catch (const Error& fault) {
            throw Error(path.string() + ": " + fault.what() + "; remove it");
        }
        return true;
    }

    static constexpr std::size_t CHECKSUM = sizeof(std::uint32_t); ///< its size
    const EndgameTables& smaller_;
    unsigned threads_;
    std::vector<Table> tables_; ///< one or two
};

// Checking, by the rules of the engine.

/// The value of a position according to its successors.
TableValue derive(const RuleSet& rules, const EndgameTables& tables, const Position& p) {
    if (is_decided(rules, p)) return *tables.probe(rules, p);
    MoveList moves;
    legal_moves(rules, p, moves);
    std::optional<TableValue> best;
    for (const Move move : moves) {
        const Position next = after(rules, p, move);
        const auto reply = tables.probe(rules, next);
        if (!reply) throw Error("no table has " + to_text(next));
        if (!best || reply->one_action_before().better_than(*best))
            best = reply->one_action_before();
    }
    return *best;
}

/// Derives every value of a table again, and prints what it holds. Since each won or lost position
/// then has a length that its successors lack by one, and a drawn one no win, all are right.
void check(const RuleSet& rules, const EndgameTables& tables, TableClass guards, unsigned threads) {
    const EndgameTable& table = *tables.find(guards);
    std::array<std::atomic<std::uint64_t>, 256> counts{}, examples{};
    for_all(table.index().size(), threads, [&](std::uint64_t i) {
        const auto pieces = table.index().pieces(i);
        const auto p = pieces ? table_position(rules, *pieces) : std::nullopt;
        if (!p) return;
        const TableValue value = derive(rules, tables, *p);
        const TableCode code = table.code(i);
        if (value.code() != code)
            throw Error(fmt::format("{}: {} has a value that contradicts its successors",
                                    name_of(guards), to_text(*p)));
        counts[code].fetch_add(1, std::memory_order_relaxed);
        examples[code].store(i, std::memory_order_relaxed);
    });
    std::array<std::uint64_t, 3> sums{}; // draws, wins, losses
    std::array<TableCode, 3> longest{};
    for (std::size_t code = 0; code < counts.size(); ++code) {
        const std::size_t kind = code == 0 ? 0 : code % 2 == 1 ? 1 : 2;
        sums[kind] += counts[code];
        if (counts[code] > 0) longest[kind] = static_cast<TableCode>(code);
    }
    const auto example = [&](TableCode code) {
        return to_text(*table_position(rules, *table.index().pieces(examples[code])));
    };
    std::cout << fmt::format("{}: {} positions, {} wins, {} draws, {} losses, {} bytes, checked\n",
                             name_of(guards), sums[0] + sums[1] + sums[2], sums[1], sums[0],
                             sums[2], table.bytes().size());
    for (const std::size_t kind : {1U, 2U})
        std::cout << fmt::format("{}: longest {} {} actions, {} positions: {}\n", name_of(guards),
                                 kind == 1 ? "win" : "loss", TableValue::of(longest[kind]).plies,
                                 counts[longest[kind]].load(), example(longest[kind]));
    std::cout << std::flush;
}

// The program.

TableClass read_class(const std::string& word) {
    const auto digit = [&](std::size_t i) { return word[i] - '0'; };
    const bool shaped = word.size() == 3 && word[1] == '-';
    for (const std::size_t i : {0U, 2U})
        if (!shaped || digit(i) < 1 || digit(i) > MAX_TABLE_GUARDS)
            throw program::UsageError(
                fmt::format("CLASS: expected 1-1 to {0}-{0}, got '{1}'", MAX_TABLE_GUARDS, word));
    return {digit(0), digit(2)};
}

void make(const RuleSet& rules, TableClass guards, const std::filesystem::path& folder,
          unsigned threads, int save_after) {
    if (guards.own < guards.other) guards = guards.swapped();
    const auto file = [&](TableClass which) { return folder / table_file_name(which); };
    if (exists(file(guards)) && exists(file(guards.swapped()))) return;
    if (guards.other > 1) make(rules, {guards.own, guards.other - 1}, folder, threads, save_after);
    if (guards.own > 1) make(rules, {guards.own - 1, guards.other}, folder, threads, save_after);
    const auto begun = std::chrono::steady_clock::now();
    EndgameTables tables = *EndgameTables::load(folder);
    if (guards.own + guards.other > 2 && !tables.are_for(rules))
        throw Error(folder.string() + " has tables for other rules");
    const std::filesystem::path saved = folder / (name_of(guards) + ".unfinished");
    std::vector<TableClass> classes;
    {
        const EndgameTables smaller = tables;
        Maker maker(guards, smaller, threads);
        maker.make(saved, save_after);
        for (Table& table : maker.tables()) {
            const TableClass which = classes.emplace_back(table.index.guards());
            tables.add(std::make_shared<const EndgameTable>(
                write_table(rules, which, std::move(table.codes))));
        }
    }
    const std::chrono::duration<double> made = std::chrono::steady_clock::now() - begun;
    // A file with the name of a table counts as finished, so it is written once it is checked.
    try {
        for (const TableClass which : classes) check(rules, tables, which, threads);
    } catch (const Error&) {
        std::filesystem::remove(saved); // which may be the cause
        throw;
    }
    for (const TableClass which : classes) write(file(which), tables.find(which)->bytes());
    std::filesystem::remove(saved);
    const std::chrono::duration<double> all = std::chrono::steady_clock::now() - begun;
    std::cout << fmt::format("{}: made in {:.0f} s, checked in {:.0f} s\n", name_of(guards),
                             made.count(), (all - made).count());
}

/// Who wins a position and in how many actions of both sides, and the play to the end.
std::vector<std::string> describe(const RuleSet& rules, const Position& position,
                                  const EndgameTables& tables) {
    const auto value = tables.probe(rules, position);
    if (!value)
        throw Error(fmt::format("no table for {} white and {} black guards; agon-tables makes more",
                                position.guards(Side::White).count(),
                                position.guards(Side::Black).count()));
    if (value->winner == 0) return {"draw"};
    const Side winner = value->winner > 0 ? position.turn : ~position.turn;
    std::vector<std::string> lines = {
        fmt::format("{} wins in {} actions", name(winner), value->plies)};
    std::string line;
    for (const Move move : tables.line(rules, position)) line += ' ' + to_text(move);
    if (!line.empty()) lines.push_back("line" + line);
    return lines;
}

int run(const program::Words& args) {
    program::Words words, files;
    std::string variant = "kanare", folder = ".", shown;
    unsigned threads = std::min(MAX_THREADS, platform::usable_processors());
    bool only_check = false;
    int save_after = 300;
    program::Options options("agon-tables", USAGE, EXAMPLES);
    options.flag("check", only_check, "only check the tables");
    options.text("show", shown, "POSITION", "who wins it, in how many actions, and how");
    options.text("output", folder, "FOLDER", "folder of the tables");
    options.number("threads", threads, "number of threads", 1U, MAX_THREADS);
    options.number("save", save_after, "save the work every N seconds", 0, 86400);
    options.text("variant", variant, "NAME", "rules to play by");
    options.list("variant-path", files, "FILE", "rules file with more rule sets");
    options.words(words, "CLASS", 0, 9);
    program::require_arguments("agon-tables", args);
    if (!options.read(args)) return 0;
    if (only_check + !shown.empty() + !words.empty() != 1)
        throw program::UsageError(
            "expected one of CLASS, --check and --show; see 'agon-tables --help'");
    Presets presets;
    for (const std::string& file : files)
        program::reading_file("--variant-path", [&] { presets.load(file); });
    const RuleSet& rules = presets
                               .at(program::choice("--variant", variant,
                                                   program::words_of(presets.all(), &Preset::name)))
                               .rules;
    if (!has_endgame_tables(rules))
        throw Error(
            variant +
            ": no tables for these rules; tools/lab/tables/README.md lists those that have some");
    if (!words.empty()) std::filesystem::create_directories(folder);
    for (const std::string& word : words)
        make(rules, read_class(word), folder, threads, save_after);
    if (!words.empty()) return 0;
    const auto tables =
        program::reading_file("--output", [&] { return EndgameTables::load(folder); });
    if (!tables->are_for(rules)) throw Error(folder + ": no tables for " + variant);
    if (!shown.empty())
        for (const std::string& line : describe(rules, parse_position(rules, shown), *tables))
            std::cout << line << '\n';
    if (!only_check) return 0;
    for (int own = 1; own <= MAX_TABLE_GUARDS; ++own)
        for (int other = 1; other <= MAX_TABLE_GUARDS; ++other)
            if (tables->find({own, other}) != nullptr) check(rules, *tables, {own, other}, threads);
    return 0;
}

} // namespace
} // namespace agon::tables

int main(int argc, char** argv) {
    return agon::program::run_main("agon-tables", argc, argv, agon::tables::run);
}
