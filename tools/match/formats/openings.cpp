#include "tools/match/formats/openings.hpp"

#include "engine/notation.hpp"
#include "engine/quoted.hpp"
#include "tools/match/formats/pgn_reader.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <fstream>
#include <random>
#include <sstream>

namespace agon::match {
namespace {

Opening from_epd(const MatchRules& rules, const std::string& line) {
    std::istringstream words(line);
    std::string fields, clock = "0", number = "1", word;
    for (int i = 0; i < 4; ++i) {
        if (!(words >> word)) throw Error("an EPD has at least four fields");
        fields += (i == 0 ? "" : " ") + word;
    }
    const auto operand = [&] {
        std::string value;
        words >> value;
        if (const auto end = value.find(';'); end != std::string::npos) value.resize(end);
        return value;
    };
    if (words >> word && std::isdigit(static_cast<unsigned char>(word[0]))) {
        clock = word;
        number = operand();
    } else {
        do {
            if (word == "hmvc") clock = operand();
            if (word == "fmvn") number = operand();
        } while (words >> word);
    }
    return {parse_position(rules.rules, fields + ' ' + clock + ' ' + number), false, {}};
}

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

std::vector<Opening> read_file(const OpeningSettings& settings, const MatchRules& rules) {
    std::ifstream in(settings.file);
    if (!in) throw Error("cannot read " + settings.file.string());
    int line_number = 0;
    const auto located = [&](const Error& error) {
        return Error(fmt::format("{}:{}: {}", settings.file.string(), line_number, error.what()));
    };
    if (settings.format == OpeningSettings::Format::Pgn) {
        PgnReader reader(
            in, [&](const auto& variant) { return start_of(rules, variant); }, settings.plies);
        try {
            return read_games(reader, rules);
        } catch (const Error& error) {
            line_number = reader.line();
            throw located(error);
        }
    }
    std::vector<Opening> openings;
    for (std::string line; std::getline(in, line);) {
        ++line_number;
        if (line.find_first_not_of(" \t\r") == std::string::npos || line[0] == '#') continue;
        try {
            openings.push_back(from_epd(rules, line));
            refuse_finished(rules, openings.back());
        } catch (const Error& error) {
            throw located(error);
        }
    }
    return openings;
}

} // namespace

std::string to_epd(const Position& position) {
    std::string text = to_text(position);
    text.resize(text.rfind(' ', text.rfind(' ') - 1)); // the last two fields are the counters
    return fmt::format("{} hmvc {}; fmvn {};", text, position.clock, position.number);
}

std::vector<Opening> load_openings(const OpeningSettings& settings, const MatchRules& rules) {
    assert(settings.start >= 1);
    if (settings.file.empty()) return {{rules.start(), true, {}}};
    std::vector<Opening> openings = read_file(settings, rules);
    if (openings.empty()) throw Error(settings.file.string() + ": no opening");
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

} // namespace agon::match
