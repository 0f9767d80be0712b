#include "search/endgame_tables.hpp"

#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/zobrist.hpp"
#include "search/nnue/bytes.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace agon::search {

// Compression. A value is guessed from the value before and the one a row before: for each such
// pair the file lists the values that follow, the most frequent first, each with the chance that
// it is another one. A block is the answers to "is it this one?", coded arithmetically.

namespace {

constexpr std::string_view MAGIC = "agon endgame table\n";
constexpr std::uint32_t VERSION = 1;
constexpr std::size_t BLOCK_ROWS = 90;
constexpr std::size_t MOST_BLOCK = 16U << 20U;    ///< values
constexpr std::uintmax_t MOST_BYTES = UINT32_MAX; ///< of a file
constexpr std::size_t KNOWN_CODES = 128;

/// The chance of "no" in 65536ths: a number with five significant bits in a byte.
constexpr std::uint32_t chance(std::uint8_t packed) {
    return (16U + (packed & 15U)) << (packed >> 4);
}
constexpr std::uint8_t MOST_CHANCE = 11 << 4 | 15;
static_assert(chance(MOST_CHANCE) < 65536);

std::uint8_t packed_chance(double share) {
    std::uint8_t packed = 0;
    while (packed < MOST_CHANCE && chance(packed) < share * 65536) ++packed;
    return packed;
}

/// The interval of a binary arithmetic coder.
struct Interval {
    std::uint32_t low = 0, high = UINT32_MAX;

    /// The part below the result is for "no".
    [[nodiscard]] std::uint32_t split(std::uint8_t packed) const {
        return low + static_cast<std::uint32_t>(std::uint64_t{high - low} * chance(packed) >> 16);
    }
    [[nodiscard]] bool has_byte() const { return (low ^ high) >> 24 == 0; }
    void drop_byte() {
        low <<= 8;
        high = high << 8 | 255;
    }
};

struct Encoder {
    std::string bytes;
    Interval interval;

    void put(bool yes, std::uint8_t packed) {
        const std::uint32_t split = interval.split(packed);
        (yes ? interval.low : interval.high) = split + (yes ? 1 : 0);
        for (; interval.has_byte(); interval.drop_byte())
            bytes += static_cast<char>(interval.high >> 24);
    }
    /// Enough for a decoder that reads zeros behind the end.
    std::string finish() {
        if (interval.low > 0) bytes += static_cast<char>((interval.low >> 24) + 1);
        return std::move(bytes);
    }
};

struct Decoder {
    std::string_view rest;
    Interval interval;
    std::uint32_t value = 0;

    explicit Decoder(std::string_view bytes) : rest(bytes) {
        for (int i = 0; i < 4; ++i) next();
    }
    bool get(std::uint8_t packed) {
        const std::uint32_t split = interval.split(packed);
        const bool yes = value > split;
        (yes ? interval.low : interval.high) = split + (yes ? 1 : 0);
        for (; interval.has_byte(); interval.drop_byte()) next();
        return yes;
    }

private:
    void next() {
        value <<= 8;
        if (rest.empty()) return;
        value |= static_cast<unsigned char>(rest.front());
        rest.remove_prefix(1);
    }
};

std::string text_of(const RuleSet& rules) {
    std::string text;
    for (const RuleField& field : rule_fields())
        if (field.key != "setup")
            text += std::string(field.key) + '=' + std::string(field.text(rules)) + '\n';
    return text;
}

} // namespace

struct EndgameTable::Model {
    struct Guess {
        TableCode code;
        std::uint8_t other; ///< packed chance of another code
    };
    struct Guesses {
        std::uint32_t first = 0, count = 0;
    };
    std::array<std::array<Guesses, KNOWN_CODES>, KNOWN_CODES> contexts; ///< before, a row before
    std::vector<Guess> guesses;

    [[nodiscard]] std::span<const Guess> at(std::size_t before, std::size_t above) const {
        const Guesses& found = contexts[before][above];
        return std::span(guesses).subspan(found.first, found.count);
    }
};

namespace {

/// Calls visit(i, before, above) for the places of a block in order.
template<class Codes, class Visit>
void walk_block(const Codes& codes, std::size_t row, Visit visit) {
    for (std::size_t i = 0; i < codes.size(); ++i)
        visit(i, i > 0 ? codes[i - 1] : TABLE_DRAW, i >= row ? codes[i - row] : TABLE_DRAW);
}

} // namespace

std::string write_table(const RuleSet& rules, TableClass guards, std::vector<TableCode> codes) {
    const TableIndex index(guards);
    assert(codes.size() == index.size());
    const auto row = static_cast<std::size_t>(index.row());
    const std::size_t block_size = row * BLOCK_ROWS;
    const auto for_each_block = [&](auto visit) {
        for (std::size_t from = 0; from < codes.size(); from += block_size)
            visit(std::span(codes).subspan(from, std::min(block_size, codes.size() - from)));
    };
    using Counts = std::array<std::uint64_t, KNOWN_CODES>;
    std::vector<Counts> counts;
    const auto count = [&] {
        counts.assign(KNOWN_CODES * KNOWN_CODES, {});
        for_each_block([&](std::span<TableCode> block) {
            walk_block(block, row, [&](std::size_t i, std::size_t before, std::size_t above) {
                if (before < KNOWN_CODES && above < KNOWN_CODES && block[i] < KNOWN_CODES)
                    ++counts[before * KNOWN_CODES + above][block[i]];
            });
        });
    };
    // A number without a position gets the value that costs least.
    count();
    for_each_block([&](std::span<TableCode> block) {
        walk_block(block, row, [&](std::size_t i, std::size_t before, std::size_t above) {
            if (block[i] != NO_POSITION) return;
            const Counts& here = counts[before * KNOWN_CODES + above];
            const auto most = std::ranges::max_element(here);
            block[i] = *most > 0 ? static_cast<TableCode>(most - here.begin())
                                 : static_cast<TableCode>(before);
        });
    });
    count();

    nnue::Writer file;
    file.bytes = MAGIC;
    file.number(VERSION);
    const std::string text = text_of(rules);
    file.number(static_cast<std::uint16_t>(text.size()));
    file.bytes += text;
    file.number(static_cast<std::uint8_t>(guards.own));
    file.number(static_cast<std::uint8_t>(guards.other));
    file.number(static_cast<std::uint32_t>(block_size));
    std::vector<std::vector<std::pair<TableCode, std::uint8_t>>> model(counts.size());
    for (std::size_t context = 0; context < counts.size(); ++context) {
        Counts& here = counts[context];
        std::uint64_t left = 0;
        for (const std::uint64_t n : here) left += n;
        auto& guesses = model[context];
        while (left > 0) {
            const auto most = std::ranges::max_element(here);
            left -= *most;
            const double others = static_cast<double>(left) / static_cast<double>(left + *most);
            guesses.emplace_back(static_cast<TableCode>(most - here.begin()),
                                 packed_chance(others));
            *most = 0;
        }
        file.number(static_cast<std::uint8_t>(guesses.size()));
        for (const auto& [code, other] : guesses) {
            file.number(code);
            file.number(other);
        }
    }
    std::vector<std::string> blocks;
    for_each_block([&](std::span<TableCode> block) {
        Encoder encoder;
        walk_block(block, row, [&](std::size_t i, std::size_t before, std::size_t above) {
            const auto& guesses = model[before * KNOWN_CODES + above];
            for (std::size_t g = 0; g + 1 < guesses.size(); ++g) {
                const bool yes = guesses[g].first == block[i];
                encoder.put(yes, guesses[g].second);
                if (yes) break;
            }
        });
        blocks.push_back(encoder.finish());
    });
    for (const std::string& block : blocks) file.number(static_cast<std::uint32_t>(block.size()));
    for (const std::string& block : blocks) file.bytes += block;
    file.number(nnue::checksum(file.bytes));
    return std::move(file.bytes);
}

std::string table_file_name(TableClass guards) {
    return std::to_string(guards.own) + '-' + std::to_string(guards.other) + ".agt";
}

EndgameTable::EndgameTable(std::string bytes)
    : bytes_(std::move(bytes)), model_(std::make_unique<Model>()) {
    nnue::Reader file{bytes_};
    if (!file.rest.starts_with(MAGIC)) throw Error("not a table of endgames");
    file.text(MAGIC.size());
    if (const auto version = file.take<std::uint32_t>(); version != VERSION)
        throw Error("version " + std::to_string(version) + ", expected " + std::to_string(VERSION));
    constexpr std::size_t CHECKSUM_SIZE = sizeof(std::uint32_t);
    if (file.rest.size() < CHECKSUM_SIZE) throw Error(file.too_few);
    nnue::Reader last{std::string_view(bytes_).substr(bytes_.size() - CHECKSUM_SIZE)};
    if (last.take<std::uint32_t>() !=
        nnue::checksum(std::string_view(bytes_).substr(0, bytes_.size() - CHECKSUM_SIZE)))
        throw Error("wrong checksum");
    rules_ = file.text(file.take<std::uint16_t>());
    const int own = file.take<std::uint8_t>(), other = file.take<std::uint8_t>();
    if (std::min(own, other) < 1 || std::max(own, other) > MOST_TABLE_GUARDS)
        throw Error("a side has no guards or too many");
    index_ = TableIndex({own, other});
    block_size_ = file.take<std::uint32_t>();
    if (block_size_ == 0 || block_size_ > MOST_BLOCK) throw Error("blocks of a wrong size");
    for (auto& contexts : model_->contexts)
        for (Model::Guesses& context : contexts) {
            context.first = static_cast<std::uint32_t>(model_->guesses.size());
            context.count = file.take<std::uint8_t>();
            for (std::uint32_t i = 0; i < context.count; ++i) {
                const auto code = file.take<TableCode>();
                const auto chance_of_other = file.take<std::uint8_t>();
                if (code >= KNOWN_CODES || chance_of_other > MOST_CHANCE)
                    throw Error("a value that no table has");
                model_->guesses.push_back({code, chance_of_other});
            }
        }
    blocks_.resize(static_cast<std::size_t>((index_.size() + block_size_ - 1) / block_size_));
    std::vector<std::uint32_t> sizes(blocks_.size());
    for (std::uint32_t& size : sizes) file.number(size);
    for (std::size_t i = 0; i < blocks_.size(); ++i) blocks_[i] = file.text(sizes[i]);
    decoded_ = std::vector<std::atomic<TableCode*>>(blocks_.size());
}

EndgameTable::~EndgameTable() {
    for (const auto& block : decoded_) delete[] block.load();
}

TableCode EndgameTable::code(std::uint64_t number) const {
    const auto block = static_cast<std::size_t>(number / block_size_);
    auto& place = decoded_[block];
    TableCode* codes = place.load(std::memory_order_acquire);
    if (codes == nullptr) {
        auto made = std::make_unique<TableCode[]>(block_size_);
        decode(block, {made.get(), block_size_});
        if (place.compare_exchange_strong(codes, made.get(), std::memory_order_acq_rel))
            codes = made.release(); // else another thread was first
    }
    return codes[number % block_size_];
}

void EndgameTable::decode(std::size_t block, std::span<TableCode> codes) const {
    Decoder decoder(blocks_[block]);
    walk_block(codes, static_cast<std::size_t>(index_.row()),
               [&](std::size_t i, std::size_t before, std::size_t above) {
                   const auto guesses = model_->at(before, above);
                   std::size_t g = 0;
                   while (g + 1 < guesses.size() && !decoder.get(guesses[g].other)) ++g;
                   codes[i] = guesses.empty() ? TABLE_DRAW
                                              : guesses[g].code; // empty behind the last number
               });
}

// Positions.

bool has_endgame_tables(const RuleSet& rules) {
    return rules.effect == Effect::Remove && rules.flank == Flank::Line &&
           rules.between == Between::Illegal &&
           rules.relocation_between == RelocationBetween::Illegal && rules.relocation_captures &&
           rules.pace == Pace::OnePerTurn && rules.queen_chooser == QueenChooser::Owner &&
           rules.queen_target == QueenTarget::Anywhere && rules.no_action == NoAction::Pass &&
           rules.repetition == Repetition::Draw;
}

std::optional<TablePieces> table_pieces(const Position& p) {
    const Side us = p.turn;
    if (p.placing() || p.guards(us).none() || p.guards(~us).none()) return std::nullopt;
    TablePieces pieces = {p.queens[us], p.queens[~us], p.guards(us), p.guards(~us)};
    if (p.captured.any()) {
        if (p.captured != p.queen(us) || !p.between[~us].contains(p.queens[us]))
            return std::nullopt;
        pieces.own_queen = Cell::none();
    }
    return pieces;
}

Bitboard captured_queen_cells(const TablePieces& pieces) {
    const Bitboard cells = between_on_lines(pieces.other()) - pieces.own() - pieces.other();
    return RINGS[1].covers(pieces.own_guards) ? cells - THRONE : cells; // there she would have won
}

std::optional<Position> table_position(const RuleSet& rules, const TablePieces& pieces) {
    Position p;
    Cell queen = pieces.own_queen;
    if (queen.is_none()) {
        const Bitboard cells = captured_queen_cells(pieces);
        if (cells.none()) return std::nullopt;
        queen = cells.first();
        p.captured = Bitboard(queen);
    }
    p.queens[Side::White] = queen;
    p.queens[Side::Black] = pieces.other_queen;
    p.pieces[Side::White] = pieces.own_guards | Bitboard(queen);
    p.pieces[Side::Black] = pieces.other();
    for (const Side side : BOTH_SIDES) p.between[side] = between(rules, p.pieces[side]);
    p.key = zobrist::key_of(rules, p);
    return p;
}

std::shared_ptr<const EndgameTables> EndgameTables::load(const std::filesystem::path& folder) {
    auto tables = std::make_shared<EndgameTables>();
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        if (entry->path().extension() == ".agt") files.push_back(entry->path());
    if (error) throw Error("cannot read " + folder.string() + ": " + error.message());
    std::ranges::sort(files);
    for (const auto& file : files) {
        std::ifstream stream = open_regular(file, MOST_BYTES);
        std::string bytes(static_cast<std::size_t>(std::filesystem::file_size(file)), '\0');
        if (!stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
            throw Error("cannot read " + file.string());
        try {
            auto table = std::make_unique<EndgameTable>(std::move(bytes));
            if (!tables->tables_.empty() && tables->tables_[0]->rules() != table->rules())
                throw Error("for other rules than the first table there");
            const TableClass guards = table->index().guards();
            tables->most_pieces_ = std::max(tables->most_pieces_, guards.own + guards.other + 2);
            tables->tables_.push_back(std::move(table));
        } catch (const Error& fault) {
            throw Error(file.string() + ": " + fault.what());
        }
    }
    return tables;
}

bool EndgameTables::are_for(const RuleSet& rules) const {
    return !tables_.empty() && tables_[0]->rules() == text_of(rules);
}

const EndgameTable* EndgameTables::find(TableClass guards) const {
    for (const auto& table : tables_)
        if (table->index().guards() == guards) return table.get();
    return nullptr;
}

std::optional<TableValue> EndgameTables::probe(const RuleSet& rules, const Position& p) const {
    if (const auto end = decided(rules, p)) {
        if (!end->winner) return TableValue{};
        return TableValue{*end->winner == p.turn ? 1 : -1, 0};
    }
    if (!may_have(p) || p.placing()) return std::nullopt;
    if (const auto pieces = table_pieces(p)) {
        const TableClass guards = {pieces->own_guards.count(), pieces->other_guards.count()};
        const EndgameTable* const table = find(guards);
        if (table == nullptr) return std::nullopt;
        return TableValue::of(table->code(table->index().number(*pieces)));
    }
    const auto best = best_action(rules, p); // captured as in no game
    return best ? std::optional(best->second) : std::nullopt;
}

/// With the value of the position that it gives; nothing when that of a successor is not known.
std::optional<std::pair<Move, TableValue>> EndgameTables::best_action(const RuleSet& rules,
                                                                      const Position& p) const {
    MoveList moves;
    legal_moves(rules, p, moves);
    std::optional<std::pair<Move, TableValue>> best;
    for (const Move move : moves) {
        const auto reply = probe(rules, after(rules, p, move));
        if (!reply) return std::nullopt;
        const TableValue value = reply->one_action_before();
        if (!best || value.better_than(best->second)) best.emplace(move, value);
    }
    return best;
}

std::vector<Move> EndgameTables::line(const RuleSet& rules, Position position,
                                      std::size_t most) const {
    std::vector<Move> line;
    while (line.size() < most && may_have(position) && !is_decided(rules, position)) {
        const auto best = best_action(rules, position);
        if (!best || best->second.winner == 0) break;
        line.push_back(best->first);
        apply(rules, position, best->first);
    }
    return line;
}

} // namespace agon::search
