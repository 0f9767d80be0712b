#include "protocol/record/game_file.hpp"

#include "engine/byte_order_mark.hpp"
#include "engine/error.hpp"
#include "engine/path_text.hpp"
#include "protocol/record/pgn.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/writable.hpp"

#include <algorithm>
#include <ctime>
#include <fmt/chrono.h>

namespace agon {

namespace fs = std::filesystem;

namespace {

/// games/2026-11-21-101530.pgn, from the local time, or games/2026-11-21-101530-MARK.pgn. Creates
/// the folder.
fs::path new_game_file(const std::string& mark = "") {
    const fs::path folder = u8"games";
    fs::create_directory(folder);
    return folder /
           path_of(fmt::format("{:%Y-%m-%d-%H%M%S}{}{}.pgn", fmt::localtime(std::time(nullptr)),
                               mark.empty() ? "" : "-", mark));
}

/// A tag, a comment, a line to skip, a number or an action; not JSON, and not a rules file.
bool is_pgn(std::string_view text) {
    text = without_byte_order_mark(text);
    const auto begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return true;
    text.remove_prefix(begin);
    const char c = text.front();
    if (c == '[') return text.substr(0, text.find('\n')).find(" \"") != std::string_view::npos;
    if (text.starts_with("{\"")) return false;
    return std::string_view("{;%*(").find(c) != std::string_view::npos || (c >= '0' && c <= '9') ||
           (c >= 'a' && c <= 'l' && text.size() > 1 && text[1] >= '1' && text[1] <= '9');
}

} // namespace

const FileKind PGN_KIND{"a PGN file", is_pgn};

GameFile::GameFile(fs::path file) : file_(std::move(file)) {
    require_writable(file_.empty() ? new_game_file() : file_);
    if (file_.empty() || !fs::exists(file_)) return;
    if (!fs::is_regular_file(file_))
        throw Error("cannot write " + utf8_of(file_) + ": it is not a regular file");
    RecordFile locked(file_);
    require_kind(file_, PGN_KIND);
    text_.emplace(std::move(locked));
}

GameFile::GameFile(std::string mark, PgnOptions options)
    : mark_(std::move(mark)), options_(std::move(options)) {
    require_writable(new_game_file(mark_));
}

GameFile::GameFile(fs::path file, std::string text, PgnOptions options)
    : file_(std::move(file)), options_(std::move(options)), before_(std::move(text)),
      kept_in_(file_) {}

void GameFile::open(const fs::path& name) {
    if (before_) return void(text_.emplace(RecordFile(name), *std::exchange(before_, {})));
    if (!file_.empty() && fs::exists(file_)) {
        require_kind(file_, PGN_KIND);
        try {
            return void(text_.emplace(RecordFile(file_)));
        } catch (const Error&) { // a match has begun to write it
            require_writable(file_);
        }
    }
    text_.emplace(RecordFile::create_unused(name));
}

void GameFile::keep(const GameRecord& record, const MatchRules& rules) {
    if (before_) open(file_);
    // Earlier actions, such as those of a link, are no reason to write a file.
    if (!record.verdict.fault && std::ranges::all_of(record.actions, &ActionRecord::book)) {
        if (kept_in_.empty()) return;
        text_->withdraw();
        if (!fs::exists(kept_in_)) text_.reset();
        return kept_in_.clear();
    }
    if (!text_) open(file_.empty() ? new_game_file(mark_) : file_);
    text_->write(to_pgn(record, rules, options_));
    kept_in_ = text_->path();
}

void GameFile::begin_next() {
    kept_in_.clear();
    if (file_.empty())
        text_.reset();
    else if (text_)
        text_->begin_next();
}

void save_game(const fs::path& file, const GameRecord& record, const MatchRules& rules) {
    create_file(file, to_pgn(record, rules, SINGLE_GAME));
}

} // namespace agon
