// Input: the file of a search of agon-prove; also the lines of one between its head and its
// checksum, which then are right.
//
//  - A refusal is one short line.
//  - What is read is written and read as the same search.
#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/crc.hpp"
#include "tools/lab/prove/search_file.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>

using namespace agon;

namespace {

const prove::Claim& claim() {
    static const Presets presets;
    static const prove::Claim same{presets.at("classic"), Setup::Flanked, {}};
    return same;
}

/// The lines before the positions.
const std::string& head() {
    static const std::string lines = [] {
        const std::string text = prove::search_text(claim(), {});
        return text.substr(0, text.find("nodes "));
    }();
    return lines;
}

std::string whole(std::string_view lines) {
    std::string text = head() + std::string(lines);
    if (!text.ends_with('\n')) text += '\n';
    return text + fmt::format("crc {:08x}\n", support::crc32(text));
}

prove::SearchState read(const std::string& text) {
    std::istringstream stream(text);
    return prove::read_search(stream, claim());
}

void check(const std::string& text) {
    prove::SearchState state;
    try {
        state = read(text);
    } catch (const Error& error) {
        constexpr std::size_t LONGEST = 1000;
        const std::string_view reason = error.what();
        if (reason.empty() || reason.size() > LONGEST || !fuzz::is_one_line(reason))
            fuzz::broken("a refusal is a short line", reason);
        return;
    }
    const prove::SearchState again = read(prove::search_text(claim(), state));
    if (again.nodes != state.nodes || again.findings.size() != state.findings.size())
        fuzz::broken("what is written is read as the same search", text);
    for (const auto& [position, finding] : state.findings) {
        const auto found = again.findings.find(position);
        if (found == again.findings.end() || found->second.proved != finding.proved ||
            found->second.failed != finding.failed || found->second.action != finding.action)
            fuzz::broken("what is written is read as the same search", to_text(position));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    check(std::string(input));
    check(whole(input));
    return 0;
}
