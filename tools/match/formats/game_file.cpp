#include "tools/match/formats/game_file.hpp"

#include "tools/match/formats/pgn.hpp"
#include "tools/match/formats/record_file.hpp"

#include <iterator>

namespace agon::match {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const std::string& text) {
    std::ofstream out(file);
    out << text << std::flush;
    if (!out) throw cannot_write(file);
}

} // namespace

GameFile::GameFile(fs::path file) : file_(std::move(file)) {
    require_writable(file_.empty() ? new_game_file() : file_);
    begin_next();
}

void GameFile::keep(const GameRecord& record, const MatchRules& rules) {
    if (record.actions.empty()) {
        if (kept_in_.empty()) return;
        earlier_games_.empty() ? void(fs::remove(kept_in_)) : write(kept_in_, earlier_games_);
        return kept_in_.clear();
    }
    if (kept_in_.empty()) kept_in_ = file_.empty() ? new_game_file() : file_;
    // By renaming, so that the file is whole at every instant.
    fs::path unfinished = kept_in_;
    unfinished += ".new";
    write(unfinished, earlier_games_ + to_pgn(record, rules, match::SINGLE_GAME));
    fs::rename(unfinished, kept_in_);
}

void GameFile::begin_next() {
    kept_in_.clear();
    std::ifstream in(file_);
    earlier_games_.assign(std::istreambuf_iterator<char>(in), {});
}

void save_game(const fs::path& file, const GameRecord& record, const MatchRules& rules) {
    if (fs::exists(file)) throw Error(file.string() + " exists already; name another file");
    require_writable(file);
    write(file, to_pgn(record, rules, SINGLE_GAME));
}

} // namespace agon::match
