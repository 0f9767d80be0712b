#include "tools/arena/cli/game_files.hpp"

#include "engine/error.hpp"
#include "engine/open_file.hpp"
#include "engine/path_text.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/packed_text.hpp"
#include "protocol/record/pgn_records.hpp"
#include "tools/arena/cli/engine_arguments.hpp"
#include "tools/arena/foreign/abstract_play.hpp"
#include "tools/arena/foreign/sgf.hpp"
#include "tools/arena/journal/games_as_match.hpp"
#include "tools/arena/journal/journals.hpp"

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <istream>

namespace agon::arena {
namespace {

constexpr std::uintmax_t MAX_TEXT_BYTES = std::uintmax_t{1} << 30;

GameFormat guess(const std::string& file) {
    if (const auto format = format_of(file)) return *format;
    const std::filesystem::path text = unpacked_name(path_of(file));
    if (text.extension() == u8".jsonl")
        throw Error("cannot read " + file + ": a journal must not be compressed");
    if (const auto format = format_of(utf8_of(text))) return *format;
    return open_text(path_of(file)).peek() == '{' ? GameFormat::Journal : GameFormat::Pgn;
}

std::vector<RecordedGame> read(const std::string& file, GameFormat format,
                               const FindRules& find_rules) {
    if (format == GameFormat::Journal) return games_of(read_journals({file}));
    const auto text = open_packed_text(path_of(file), MAX_TEXT_BYTES);
    std::istream& in = *text;
    try {
        if (format == GameFormat::Pgn) return read_pgn(in, find_rules);
        if (format == GameFormat::Sgf) return read_sgf(in, find_rules);
    } catch (const Error& error) {
        throw Error(file + ':' + error.what());
    }
    try {
        const Json json = parse_json(in);
        if (json.is_discarded()) throw Error("not JSON");
        return from_abstract_play(json, find_rules);
    } catch (const Error& error) {
        throw Error(file + ": " + error.what());
    }
}

} // namespace

bool is_journal(const std::string& file) { return guess(file) == GameFormat::Journal; }

const std::vector<std::string>& format_names() {
    static const std::vector<std::string> NAMES{"pgn", "journal", "sgf", "abstractplay"};
    return NAMES;
}

GameFormat find_format(const std::string& name) {
    const auto found = std::ranges::find(format_names(), name);
    assert(found != format_names().end());
    return static_cast<GameFormat>(found - format_names().begin());
}

std::optional<GameFormat> format_of(const std::string& file) {
    const std::string ending = utf8_of(path_of(file).extension());
    if (ending == ".pgn") return GameFormat::Pgn;
    if (ending == ".jsonl") return GameFormat::Journal;
    if (ending == ".sgf") return GameFormat::Sgf;
    if (ending == ".json") return GameFormat::AbstractPlay;
    return std::nullopt;
}

std::vector<RecordedGame> read_games(const std::vector<std::string>& files,
                                     std::optional<GameFormat> format, const DefaultRules& rules) {
    const FindRules find_rules = [&](const auto& variant, const auto& setup) {
        return make_match_rules(variant.value_or(rules.variant), setup.value_or(rules.setup),
                                path_of(rules.variant_path), {});
    };
    static_cast<void>(
        read_rules("--variant", rules.variant, "--setup", rules.setup, rules.variant_path));
    std::vector<RecordedGame> games;
    for (const std::string& file : files)
        std::ranges::move(read(file, format ? *format : guess(file), find_rules),
                          std::back_inserter(games));
    return games;
}

MatchHistory read_match(const std::vector<std::string>& files, const DefaultRules& rules) {
    return std::ranges::all_of(files, is_journal)
               ? read_journals(files)
               : match_of(read_games(files, std::nullopt, rules));
}

} // namespace agon::arena
