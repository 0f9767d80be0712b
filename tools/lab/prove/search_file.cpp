#include "tools/lab/prove/search_file.hpp"

#include "engine/error.hpp"
#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "engine/number.hpp"
#include "engine/open_file.hpp"
#include "engine/path_text.hpp"
#include "engine/quote.hpp"

#include <boost/crc.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace agon::prove {
namespace {

constexpr std::string_view FIRST_LINE =
    "# agon-prove: a search that has not ended; tools/lab/prove/README.md describes the lines";
constexpr std::string_view NO_ACTION = "-";

/// What must be the same for a search to continue.
std::string head(const Claim& claim) {
    return fmt::format("{}\n{}width {}{}\n", FIRST_LINE, claim_lines(claim), claim.settings.width,
                       claim.settings.until_plan ? " until plan" : "");
}

/// Of the lines before the last one, which line() is.
class Checksum {
public:
    void add(std::string_view bytes) { crc_.process_bytes(bytes.data(), bytes.size()); }
    [[nodiscard]] std::string line() const { return fmt::format("crc {:08x}", crc_.checksum()); }

private:
    boost::crc_32_type crc_;
};

/// Cuts the word before `end` off `rest`.
std::string_view take(std::string_view& rest, char end) {
    const std::size_t at = rest.find(end);
    if (at == std::string_view::npos) throw Error(fmt::format("expected '{}'", end));
    const std::string_view word = rest.substr(0, at);
    rest.remove_prefix(at + 1);
    return word;
}

int take_actions(std::string_view& rest, char end, int least) {
    const std::string_view word = take(rest, end);
    int actions = 0;
    if (!read_whole(word, actions) || actions < least || actions > NEVER)
        throw Error(
            fmt::format("expected a number from {} to {}, got {}", least, NEVER, in_quotes(word)));
    return actions;
}

/// "POSITION;PROVED;FAILED;ACTION".
void read_finding(std::string_view line, const Claim& claim, SearchState& state) {
    Finding finding;
    const RuleSet& rules = claim.preset.rules;
    const Position position = parse_position(rules, std::string(take(line, ';')) + " 0 1");
    finding.proved = take_actions(line, ';', 0);
    finding.failed = take_actions(line, ';', -1);
    if (finding.failed >= finding.proved)
        throw Error(
            fmt::format("proved with {} actions, but not with {}", finding.proved, finding.failed));
    if (line != NO_ACTION) {
        finding.action = parse_move(line);
        MoveList moves;
        legal_moves(rules, position, moves);
        if (std::ranges::count(moves, finding.action) == 0)
            throw Error(in_quotes(line) + " is not a legal action there");
    }
    if (!state.findings.emplace(position, finding).second) throw Error("the same position twice");
}

} // namespace

const FileKind SEARCH_KIND{"a search of agon-prove",
                           [](std::string_view text) { return text.starts_with(FIRST_LINE); }};

std::string search_text(const Claim& claim, const SearchState& state) {
    std::string text = head(claim) + fmt::format("nodes {}\n", state.nodes);
    text.reserve(text.size() + 96 * state.findings.size());
    for (const auto& [position, finding] : state.findings)
        text += fmt::format(
            "{};{};{};{}\n", board_and_turn(position), finding.proved, finding.failed,
            finding.action.is_none() ? std::string(NO_ACTION) : to_text(finding.action));
    Checksum checksum;
    checksum.add(text);
    return text + checksum.line() + '\n';
}

SearchState read_search(std::istream& text, const Claim& claim) {
    SearchState state;
    Checksum checksum;
    std::size_t number = 0;
    std::string line;
    const auto next = [&] {
        ++number;
        if (!std::getline(text, line)) throw Error("the file ends too early");
    };
    const auto accept = [&] { // the line
        checksum.add(line);
        checksum.add("\n");
    };
    try {
        const std::string expected = head(claim);
        for (std::string_view rest = expected; !rest.empty(); accept()) {
            next();
            const std::string_view ours = take(rest, '\n');
            if (line != ours)
                throw Error("expected " + in_quotes(ours) + ", got " + in_quotes(line));
        }
        next();
        if (!line.starts_with("nodes ") ||
            !read_whole(std::string_view(line).substr(6), state.nodes))
            throw Error("expected 'nodes N', got " + in_quotes(line));
        accept();
        for (next(); !line.starts_with("crc "); next()) {
            read_finding(line, claim, state);
            accept();
        }
        if (line != checksum.line()) throw Error("wrong checksum");
        if (text.peek() != std::istream::traits_type::eof()) throw Error("lines after the end");
    } catch (const Error& error) {
        throw Error(fmt::format("line {}: {}", number, error.what()));
    }
    return state;
}

SearchState load_search(const std::filesystem::path& file, const Claim& claim) {
    std::ifstream stream = open_regular(file);
    try {
        return read_search(stream, claim);
    } catch (const Error& error) {
        throw Error(utf8_of(file) + ", " + error.what());
    }
}

} // namespace agon::prove
