#include "tools/lab/train/game_file.hpp"

#include "engine/error.hpp"
#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "engine/open_file.hpp"
#include "search/nnue/bytes.hpp"
#include "search/score/score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <span>
#include <string_view>

namespace agon::train {
namespace {

using search::nnue::checksum;
using search::nnue::Reader;
using search::nnue::Writer;

constexpr std::string_view MAGIC = "AGTG";
constexpr std::size_t HEADER_SIZE = 12;
constexpr std::uint16_t VERSION = 2;
constexpr std::uint16_t OLDEST = 1;                  ///< a byte for each of OLD_RULE_FIELDS
constexpr std::uint8_t WINNER[] = {0, 1}, DRAWN = 2; ///< the byte of the result
constexpr std::uint16_t FLAG = 1 << 14, SECOND_FLAG = 1 << 15;
static_assert(Move(Cell::none(), Cell::none()).raw() < FLAG);

void read_old_rules(Reader& bytes, RuleSet& rules) {
    for (const RuleField& field : std::span(rule_fields()).first(OLD_RULE_FIELDS)) {
        const std::size_t value = bytes.take<std::uint8_t>();
        if (value >= field.values.size())
            throw Error(fmt::format("rule '{}' has no value {}", field.key, value));
        field.set(rules, value);
    }
}

/// "key=value ..." where the value is not the default.
std::string rules_text(const RuleSet& rules) {
    std::string text;
    for (const RuleField& field : rule_fields())
        if (field.get(rules) != field.get(RuleSet()))
            text += fmt::format("{}{}={}", text.empty() ? "" : " ", field.key, field.text(rules));
    return text;
}

void read_rules(std::string_view text, RuleSet& rules) {
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        const std::size_t equals = std::min(word.find('='), word.size());
        const auto field = find_rule_field(word.substr(0, equals));
        const auto value = field && equals < word.size()
                               ? rule_fields()[*field].find_value(word.substr(equals + 1))
                               : std::nullopt;
        if (!value) throw Error(fmt::format("there is no rule '{}'", word));
        rule_fields()[*field].set(rules, *value);
    }
}

/// Precondition: the checksum was right. Throws Error for what another program may have written.
RecordedGame decode(std::string_view payload, std::uint16_t version) {
    Reader bytes{payload, "it is shorter than it says"};
    RecordedGame game;
    game.series = bytes.take<std::uint64_t>();
    game.number = bytes.take<std::uint64_t>();
    if (version == OLDEST)
        read_old_rules(bytes, game.rules);
    else
        read_rules(bytes.text(bytes.take<std::uint8_t>()), game.rules);
    const auto result = bytes.take<std::uint8_t>();
    if (result > DRAWN) throw Error(fmt::format("there is no result {}", result));
    if (result != DRAWN) game.winner = result == WINNER[0] ? Side::White : Side::Black;
    game.start = parse_position(game.rules, bytes.text(bytes.take<std::uint8_t>()));
    Game played(game.rules, game.start, {.repetition = 0, .no_progress = 0});
    MoveList moves;
    while (!bytes.rest.empty()) {
        const auto packed = bytes.take<std::uint16_t>();
        RecordedAction action{.played = {},
                              .score = bytes.take<std::int16_t>(),
                              .best_captures = (packed & FLAG) != 0,
                              .random = (packed & SECOND_FLAG) != 0};
        legal_moves(played.rules(), played.position(), moves);
        const auto found = std::ranges::find(
            moves, packed % FLAG, [](Move move) { return static_cast<int>(move.raw()); });
        if (played.outcome() || found == moves.end())
            throw Error(fmt::format("action {} is illegal", game.actions.size() + 1));
        if (action.score != NO_SCORE && std::abs(action.score) > search::LARGEST_EVALUATION)
            throw Error(
                fmt::format("action {} has the score {}", game.actions.size() + 1, action.score));
        action.played = *found;
        played.play(action.played);
        game.actions.push_back(action);
    }
    return game;
}

} // namespace

std::string encode(const RecordedGame& game) {
    Writer payload;
    payload.number(game.series);
    payload.number(game.number);
    const std::string rules = rules_text(game.rules);
    payload.number(static_cast<std::uint8_t>(rules.size()));
    payload.bytes += rules;
    payload.number(game.winner ? WINNER[index(*game.winner)] : DRAWN);
    const std::string start = to_text(game.start);
    payload.number(static_cast<std::uint8_t>(start.size()));
    payload.bytes += start;
    for (const RecordedAction& action : game.actions) {
        payload.number(static_cast<std::uint16_t>(action.played.raw() |
                                                  (action.best_captures ? FLAG : 0) |
                                                  (action.random ? SECOND_FLAG : 0)));
        payload.number(static_cast<std::int16_t>(action.score));
    }
    assert(payload.bytes.size() <= 0xffff);
    Writer block{std::string(MAGIC)};
    block.number(VERSION);
    block.number(static_cast<std::uint16_t>(payload.bytes.size()));
    block.number(checksum(payload.bytes));
    return block.bytes + payload.bytes;
}

GameReader::GameReader(const std::filesystem::path& file)
    : name_(file.string()), stream_(open_regular(file)) {}

std::size_t GameReader::read(std::string& bytes) {
    stream_.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (stream_.bad()) throw Error(fmt::format("cannot read {}", name_));
    return static_cast<std::size_t>(stream_.gcount());
}

template<class Exception>
void GameReader::fail(const std::string& fault) const {
    throw Exception(fmt::format("{}: block at offset {}: {}", name_, offset_, fault));
}

std::optional<RecordedGame> GameReader::next() {
    std::string header(HEADER_SIZE, '\0');
    const std::size_t size = read(header);
    if (size == 0) return std::nullopt;
    Reader bytes{header};
    const std::size_t known = std::min(size, MAGIC.size());
    if (bytes.text(MAGIC.size()).substr(0, known) != MAGIC.substr(0, known))
        fail("not a game for training");
    if (size < header.size()) fail<CutOff>("truncated in its header");
    const auto version = bytes.take<std::uint16_t>();
    if (version < OLDEST || version > VERSION)
        fail(fmt::format("version {}, expected {} to {}", version, OLDEST, VERSION));
    std::string payload(bytes.take<std::uint16_t>(), '\0');
    if (const std::size_t read_size = read(payload); read_size < payload.size()) {
        // The size itself may be wrong, and complete games may follow.
        if (payload.find(std::string(MAGIC) + header.substr(MAGIC.size(), sizeof VERSION)) <
            read_size)
            fail("wrong size");
        fail<CutOff>("truncated");
    }
    if (checksum(payload) != bytes.take<std::uint32_t>()) fail("wrong checksum");
    try {
        RecordedGame game = decode(payload, version);
        offset_ += header.size() + payload.size();
        return game;
    } catch (const Error& error) {
        fail(error.what());
    }
}

} // namespace agon::train
