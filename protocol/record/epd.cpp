#include "protocol/record/epd.hpp"

#include "engine/byte_order_mark.hpp"
#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "engine/path_text.hpp"
#include "engine/words.hpp"
#include "protocol/record/packed_text.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace agon {
namespace {

constexpr std::uintmax_t MAX_EPD_BYTES = 256U << 20U;

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
        const std::string_view field = next_word(line);
        if (field.empty()) throw Error("an EPD has at least four fields");
        text.append(field) += ' ';
    }
    std::string clock = "0", number = "1";
    std::string_view rest = line;
    if (const auto word = next_word(rest);
        !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) != 0) {
        clock = word;
        number = next_word(rest);
        number.resize(std::min(number.find(';'), number.size()));
    } else {
        while (!line.empty()) {
            std::string_view operation = take_operation(line);
            const std::string_view code = next_word(operation);
            if (code == "hmvc") clock = next_word(operation);
            if (code == "fmvn") number = next_word(operation);
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
    text = without_byte_order_mark(text);
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
    const auto text = open_packed_text(file, MAX_EPD_BYTES);
    std::istream& stream = *text;
    std::vector<Position> positions;
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) {
        std::string_view rest = line;
        if (const auto word = next_word(rest); word.empty() || word.front() == '#') continue;
        try {
            positions.push_back(parse_epd(rules, line));
            check(positions.back());
        } catch (const Error& error) {
            throw Error(utf8_of(file) + ':' + std::to_string(number) + ": " + error.what());
        }
    }
    if (stream.bad()) throw Error("cannot read " + utf8_of(file));
    if (positions.empty()) throw Error(utf8_of(file) + ": no opening");
    return positions;
}

} // namespace agon
