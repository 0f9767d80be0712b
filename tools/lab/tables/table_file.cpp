#include "tools/lab/tables/table_file.hpp"

#include "engine/error.hpp"
#include "search/nnue/bytes.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace agon::tables {

// A value is guessed from the value before and the one a row before: for each such
// pair the file lists the values that follow, the most frequent first, each with the chance that
// it is another one. A block is the answers to "is it this one?", coded arithmetically.

namespace {

constexpr std::string_view MAGIC = "agon endgame table\n";
constexpr std::uint32_t VERSION = 1;
constexpr std::size_t BLOCK_ROWS = 90;
constexpr std::size_t MAX_BLOCK = 16U << 20U; ///< values
constexpr std::size_t KNOWN_CODES = 128;

/// The chance of "no" in 65536ths: a number with five significant bits in a byte.
constexpr std::uint32_t chance(std::uint8_t packed) {
    return (16U + (packed & 15U)) << (packed >> 4);
}

constexpr std::uint8_t MAX_CHANCE = 11 << 4 | 15;
static_assert(chance(MAX_CHANCE) < 65536);

std::uint8_t packed_chance(double share) {
    std::uint8_t packed = 0;
    while (packed < MAX_CHANCE && chance(packed) < share * 65536) ++packed;
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
    /// Enough for a decoder that reads zeros past the end.
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

} // namespace

std::string table_rules(const RuleSet& rules) {
    std::string text;
    for (const RuleField& field : rule_fields())
        if (field.key != "setup")
            text += std::string(field.key) + '=' + std::string(field.text(rules)) + '\n';
    return text;
}

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

    search::nnue::Writer file;
    file.bytes = MAGIC;
    file.number(VERSION);
    const std::string text = table_rules(rules);
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
    file.number(search::nnue::checksum(file.bytes));
    return std::move(file.bytes);
}

std::string table_file_name(TableClass guards) {
    return std::to_string(guards.own) + '-' + std::to_string(guards.other) + ".agt";
}

EndgameTable::EndgameTable(std::string bytes)
    : bytes_(std::move(bytes)), model_(std::make_unique<Model>()) {
    search::nnue::Reader file{bytes_};
    if (!file.rest.starts_with(MAGIC)) throw Error("not a table of endgames");
    file.text(MAGIC.size());
    if (const auto version = file.take<std::uint32_t>(); version != VERSION)
        throw Error("version " + std::to_string(version) + ", expected " + std::to_string(VERSION));
    constexpr std::size_t CHECKSUM_SIZE = sizeof(std::uint32_t);
    if (file.rest.size() < CHECKSUM_SIZE) throw Error(file.too_few);
    search::nnue::Reader last{std::string_view(bytes_).substr(bytes_.size() - CHECKSUM_SIZE)};
    if (last.take<std::uint32_t>() !=
        search::nnue::checksum(std::string_view(bytes_).substr(0, bytes_.size() - CHECKSUM_SIZE)))
        throw Error("wrong checksum");
    rules_ = file.text(file.take<std::uint16_t>());
    const int own = file.take<std::uint8_t>(), other = file.take<std::uint8_t>();
    if (std::min(own, other) < 1 || std::max(own, other) > MAX_TABLE_GUARDS)
        throw Error("a side has no guards or too many");
    index_ = TableIndex({own, other});
    block_size_ = file.take<std::uint32_t>();
    if (block_size_ == 0 || block_size_ > MAX_BLOCK) throw Error("blocks of a wrong size");
    for (auto& contexts : model_->contexts)
        for (Model::Guesses& context : contexts) {
            context.first = static_cast<std::uint32_t>(model_->guesses.size());
            context.count = file.take<std::uint8_t>();
            for (std::uint32_t i = 0; i < context.count; ++i) {
                const auto code = file.take<TableCode>();
                const auto chance_of_other = file.take<std::uint8_t>();
                if (code >= KNOWN_CODES || chance_of_other > MAX_CHANCE)
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
                   codes[i] =
                       guesses.empty() ? TABLE_DRAW : guesses[g].code; // empty past the last number
               });
}

} // namespace agon::tables
