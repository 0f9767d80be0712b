#include "engine/record/openings.hpp"

#include "engine/error.hpp"
#include "engine/record/notation.hpp"
#include "engine/record/pgn_reader.hpp"
#include "engine/utf8.hpp"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <fstream>
#include <random>
#include <spdlog/fmt/fmt.h>

namespace agon {
namespace {

constexpr std::uintmax_t MOST_EPD_BYTES = 256U << 20U;
constexpr std::string_view BLANKS = " \t\r\f\v";

/// Takes the next word off `text`; "" at its end.
std::string_view take_word(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(BLANKS), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(BLANKS));
    text.remove_prefix(word.size());
    return word;
}

/// Takes what comes before the next semicolon that is not in quotes off `text`, and the semicolon.
std::string_view take_operation(std::string_view& text) {
    bool quoted = false;
    std::size_t size = 0;
    for (; size < text.size() && (quoted || text[size] != ';'); ++size)
        if (text[size] == '"') quoted = !quoted;
    const std::string_view operation = text.substr(0, size);
    text.remove_prefix(std::min(size + 1, text.size()));
    return operation;
}

} // namespace

Position parse_epd(const RuleSet& rules, std::string_view line) {
    std::string text;
    for (int i = 0; i < 4; ++i) {
        const std::string_view field = take_word(line);
        if (field.empty()) throw Error("an EPD has at least four fields");
        text.append(field) += ' ';
    }
    std::string clock = "0", number = "1";
    std::string_view rest = line;
    if (const auto word = take_word(rest);
        !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) != 0) {
        clock = word;
        number = take_word(rest);
        number.resize(std::min(number.find(';'), number.size()));
    } else {
        while (!line.empty()) {
            std::string_view operation = take_operation(line);
            const std::string_view code = take_word(operation);
            if (code == "hmvc") clock = take_word(operation);
            if (code == "fmvn") number = take_word(operation);
        }
    }
    return parse_position(rules, text + clock + ' ' + number);
}

std::string to_epd(const Position& position) {
    std::string text = to_text(position);
    text.resize(text.rfind(' ', text.rfind(' ') - 1)); // the last two fields are the counters
    return text + " hmvc " + std::to_string(position.clock) + "; fmvn " +
           std::to_string(position.number) + ';';
}

namespace {

/// The first line that is not blank or a comment begins with a board.
bool is_epd(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    while (true) {
        const auto begin = text.find_first_not_of(" \t\r\n");
        if (begin == std::string_view::npos) return true;
        text.remove_prefix(begin);
        if (text.front() != '#') break;
        text.remove_prefix(std::min(text.find('\n'), text.size()));
    }
    return std::ranges::count(text.substr(0, text.find(' ')), '/') == 10;
}

} // namespace

const FileKind EPD_KIND{"an EPD file", is_epd};

std::vector<Position> read_epd(const RuleSet& rules, const std::filesystem::path& file,
                               const std::function<void(const Position&)>& check) {
    std::ifstream stream = open_text(file, MOST_EPD_BYTES);
    std::vector<Position> positions;
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) {
        const auto begin = line.find_first_not_of(BLANKS);
        if (begin == std::string::npos || line[begin] == '#') continue;
        try {
            positions.push_back(parse_epd(rules, line));
            check(positions.back());
        } catch (const Error& error) {
            throw Error(file.string() + ':' + std::to_string(number) + ": " + error.what());
        }
    }
    if (stream.bad()) throw Error("cannot read " + file.string());
    if (positions.empty()) throw Error(file.string() + ": no opening");
    return positions;
}

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
    constexpr std::uintmax_t MOST_BYTES = 1U << 30U;
    std::ifstream in = open_text(settings.file, MOST_BYTES);
    PgnReader reader(
        in, [&](const auto& variant) { return start_of(rules, variant); }, settings.plies);
    try {
        return read_games(reader, rules);
    } catch (const Error& error) {
        throw Error(fmt::format("{}:{}: {}", settings.file.string(), reader.line(), error.what()));
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
        settings.start, settings.file.empty() ? "the setup" : settings.file.string(), count,
        count == 1 ? "" : "s", (settings.start - 1) % count + 1);
}

std::vector<Opening> load_openings(const OpeningSettings& settings, const MatchRules& rules) {
    assert(settings.start >= 1);
    if (settings.file.empty()) return {{rules.start(), true, {}}};
    std::vector<Opening> openings = settings.format == OpeningSettings::Format::Pgn
                                        ? read_pgn_file(settings, rules)
                                        : read_epd_file(settings, rules);
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

} // namespace agon
