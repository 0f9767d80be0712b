#include "protocol/record/openings.hpp"

#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/pgn_reader.hpp"
#include "engine/path_text.hpp"
#include "engine/quote.hpp"
#include "protocol/record/epd.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/packed_text.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <istream>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace agon {
namespace {

void refuse_finished(const MatchRules& rules, const Opening& opening) {
    Game game(rules.rules, opening.first, rules.limits);
    for (const Move move : opening.moves) game.play(move);
    if (const auto outcome = game.outcome()) throw Error("the game is over: " + to_text(outcome));
}

/// Throws Error when a game is faulty, of another variant or over.
std::vector<Opening> read_games(PgnReader& reader, const MatchRules& rules) {
    std::vector<Opening> openings;
    while (auto game = reader.next()) {
        openings.push_back({game->first, game->start_is_setup, std::move(game->moves)});
        refuse_finished(rules, openings.back());
    }
    return openings;
}

PgnReader::Start start_of(const MatchRules& rules, const std::optional<std::string>& variant) {
    if (variant && *variant != rules.variant)
        throw Error("the game is of variant " + in_quotes(*variant) + ", the match of " +
                    rules.variant);
    return {rules.rules, rules.start()};
}

std::vector<Opening> read_pgn_file(const OpeningSettings& settings, const MatchRules& rules) {
    constexpr std::uintmax_t MAX_BYTES = 1U << 30U;
    const auto text = open_packed_text(settings.file, MAX_BYTES);
    std::istream& in = *text;
    PgnReader reader(
        in, [&](const auto& variant) { return start_of(rules, variant); }, settings.plies);
    try {
        return read_games(reader, rules);
    } catch (const Error& error) {
        throw Error(fmt::format("{}:{}: {}", utf8_of(settings.file), reader.line(), error.what()));
    }
}

std::vector<Opening> read_epd_file(const OpeningSettings& settings, const MatchRules& rules) {
    const auto positions = read_epd(rules.rules, settings.file, [&](const Position& position) {
        refuse_finished(rules, {position, false, {}});
    });
    std::vector<Opening> openings;
    openings.reserve(positions.size());
    for (const Position& position : positions) openings.push_back({position, false, {}});
    return openings;
}

} // namespace

std::optional<std::string> start_warning(const OpeningSettings& settings, std::size_t count) {
    if (settings.start <= count) return std::nullopt;
    return fmt::format(
        "Warning: -openings start={}: {} has {} opening{}, so the first is number {}",
        settings.start, settings.file.empty() ? "the setup" : utf8_of(settings.file), count,
        count == 1 ? "" : "s", (settings.start - 1) % count + 1);
}

std::vector<Opening> load_openings(const OpeningSettings& settings, const MatchRules& rules) {
    assert(settings.start >= 1);
    if (settings.file.empty()) return {{rules.start(), true, {}}};
    std::vector<Opening> openings = settings.format == OpeningSettings::Format::Pgn
                                        ? read_pgn_file(settings, rules)
                                        : read_epd_file(settings, rules);
    if (openings.empty()) throw Error(utf8_of(settings.file) + ": no opening");
    if (settings.random) {
        // Fisher and Yates by hand, because std::shuffle differs between libraries.
        std::mt19937_64 random(settings.seed);
        for (std::size_t i = openings.size(); i > 1; --i)
            std::swap(openings[i - 1], openings[random() % i]);
    }
    const auto first = (settings.start - 1) % openings.size();
    std::rotate(openings.begin(), openings.begin() + static_cast<std::ptrdiff_t>(first),
                openings.end());
    return openings;
}

} // namespace agon
