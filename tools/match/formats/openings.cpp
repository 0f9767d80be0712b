#include "tools/match/formats/openings.hpp"

#include "engine/notation.hpp"
#include "engine/quoted.hpp"

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

/// Reads games word by word and counts lines.
class PgnReader {
public:
    PgnReader(std::istream& in, const MatchRules& rules, int plies)
        : in_(in), rules_(rules), plies_(plies) {}

    [[nodiscard]] int line() const { return line_; }

    std::vector<Opening> read() {
        begin();
        for (int c = get(); c != EOF; c = get()) {
            if (std::isspace(c)) continue;
            if (c == '[') {
                if (in_moves_) finish();
                read_tag();
            } else if (c == '{') {
                skip_until('}');
            } else if (c == ';') {
                skip_until('\n');
            } else if (c == '(') {
                skip_variation();
            } else {
                read_word(c);
            }
        }
        if (any_) finish();
        return std::move(openings_);
    }

private:
    int get() {
        const int c = in_.get();
        if (c == '\n') ++line_;
        return c;
    }
    void skip_until(int end) {
        for (int c = get(); c != end; c = get())
            if (c == EOF) {
                if (end == '\n') return;
                throw Error("a comment does not end");
            }
    }
    void skip_variation() {
        for (int depth = 1; depth > 0;) {
            const int c = get();
            if (c == EOF) throw Error("a variation does not end");
            if (c == '{') skip_until('}');
            if (c == '(') ++depth;
            if (c == ')') --depth;
        }
    }
    void read_tag() {
        any_ = true;
        std::string name, value;
        int c = get();
        while (std::isspace(c)) c = get();
        for (; c != EOF && !std::isspace(c) && c != '"' && c != ']'; c = get())
            name += static_cast<char>(c);
        for (; c != '"'; c = get())
            if (c == EOF || c == '\n' || c == ']') throw Error("a tag has no value in quotes");
        for (c = get(); c != '"'; c = get()) {
            if (c == '\\') c = get();
            if (c == EOF || c == '\n') throw Error("a tag does not end");
            value += static_cast<char>(c);
        }
        skip_until(']');
        if (name == "Variant" && value != rules_.variant)
            throw Error("the game is of variant " + in_quotes(value) + ", the match of " +
                        rules_.variant);
        if (name == "FEN") {
            opening_.first = parse_position(rules_.rules, value);
            opening_.start_is_setup = false;
            restart();
        }
    }
    void read_word(int c) {
        std::string word(1, static_cast<char>(c));
        while (in_.peek() != EOF && !std::isspace(in_.peek()) &&
               std::string_view("{}();[]").find(static_cast<char>(in_.peek())) ==
                   std::string_view::npos)
            word += static_cast<char>(get());
        any_ = in_moves_ = true;
        if (word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*") return finish();
        if (word[0] == '$') return;
        // "1.", "1..." and "1.a1b2"; a placement's cell begins with a letter.
        if (std::isdigit(static_cast<unsigned char>(word[0])) && word != "0000") {
            const auto move = word.find_first_not_of("0123456789.");
            if (move == std::string::npos) return;
            word.erase(0, move);
        }
        if (plies_ != 0 && static_cast<int>(opening_.moves.size()) >= plies_) return;
        const Move move = parse_legal_move(rules_.rules, game_->position(), word);
        game_->play(move);
        opening_.moves.push_back(move);
    }
    void begin() {
        opening_ = {rules_.start(), true, {}};
        any_ = in_moves_ = false;
        restart();
    }
    void restart() { game_.emplace(rules_.rules, opening_.first, rules_.limits); }
    void finish() {
        refuse_finished(rules_, opening_);
        openings_.push_back(std::move(opening_));
        begin();
    }

    std::istream& in_;
    const MatchRules& rules_;
    int plies_;
    int line_ = 1;
    std::vector<Opening> openings_;
    Opening opening_;
    std::optional<Game> game_;
    bool any_ = false;
    bool in_moves_ = false;
};

std::vector<Opening> read_file(const OpeningSettings& settings, const MatchRules& rules) {
    std::ifstream in(settings.file);
    if (!in) throw Error("cannot read " + settings.file.string());
    int line_number = 0;
    const auto located = [&](const Error& error) {
        return Error(fmt::format("{}:{}: {}", settings.file.string(), line_number, error.what()));
    };
    if (settings.format == OpeningSettings::Format::Pgn) {
        PgnReader reader(in, rules, settings.plies);
        try {
            return reader.read();
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
