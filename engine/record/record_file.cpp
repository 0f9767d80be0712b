#include "engine/record/record_file.hpp"

#include "engine/platform/system.hpp"
#include "engine/record/pgn.hpp"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <iostream>
#include <iterator>
#include <spdlog/fmt/chrono.h>
#include <utility>

namespace agon {

void require_writable(const std::filesystem::path& file) {
    const auto parent = file.has_parent_path() ? file.parent_path() : ".";
    std::error_code ignored;
    if (!std::filesystem::is_directory(parent, ignored))
        throw Error("cannot write " + file.string() + ": there is no directory " + parent.string());
    if (std::filesystem::is_directory(file, ignored))
        throw Error("cannot write " + file.string() + ": it is a directory");
    const bool there = std::filesystem::exists(file, ignored);
    if (!platform::may_write(there ? file : parent)) throw cannot_write(file);
}

Error cannot_write(const std::filesystem::path& file) {
    const int reason = errno;
    return Error("cannot write " + file.string() +
                 (reason == 0 ? "" : std::string(": ") + std::strerror(reason)));
}

void write_file(const std::filesystem::path& file, std::string_view text) {
    std::ofstream out(file, std::ios::binary);
    if (!(out << text).flush()) throw cannot_write(file);
}

std::filesystem::path new_game_file() {
    const std::filesystem::path folder = "games";
    std::filesystem::create_directory(folder);
    return unused(folder /
                  fmt::format("{:%Y-%m-%d-%H%M%S}.pgn", fmt::localtime(std::time(nullptr))));
}

std::filesystem::path unused(const std::filesystem::path& file) {
    std::filesystem::path free = file;
    for (int i = 2; std::filesystem::exists(free); ++i)
        free.replace_filename(file.stem().string() + '-' + std::to_string(i) +
                              file.extension().string());
    return free;
}

RecordFile::RecordFile(const std::filesystem::path& file) : file_(file) {
    std::error_code absent;
    const auto type = std::filesystem::status(file, absent).type();
    regular_ =
        type == std::filesystem::file_type::regular || !std::filesystem::exists(file, absent);
    made_ = type == std::filesystem::file_type::not_found;
    descriptor_ = platform::open_to_append(file, regular_);
    if (descriptor_ < 0) throw cannot_write(file);
    try {
        if (regular_) lock();
    } catch (...) {
        platform::close(descriptor_);
        throw;
    }
}

RecordFile::RecordFile(RecordFile&& other) noexcept
    : file_(std::move(other.file_)), descriptor_(std::exchange(other.descriptor_, -1)),
      regular_(other.regular_), made_(other.made_) {}

RecordFile::~RecordFile() {
    if (descriptor_ >= 0) platform::close(descriptor_);
}

void RecordFile::lock() {
    const platform::Lock lock = platform::lock(descriptor_);
    if (lock == platform::Lock::Held) return;
    if (lock == platform::Lock::Taken)
        throw Error(file_.string() + ": " + platform::lock_holder(descriptor_) +
                    " is writing it; end that first, or name another file");
    std::cerr << "Warning: " << file_.string() << " cannot be locked (" << std::strerror(errno)
              << "): see to it that no other program writes it" << std::endl;
}

std::uintmax_t RecordFile::size() const { return regular_ ? platform::size_of(descriptor_) : 0; }

void RecordFile::cut(std::uintmax_t size) {
    if (regular_ && !platform::truncate(descriptor_, size)) throw cannot_write(file_);
}

void RecordFile::append(std::string_view text) {
    const auto before = size();
    while (!text.empty()) {
        const std::ptrdiff_t written = platform::write_some(descriptor_, text);
        if (written < 0) {
            const int reason = errno;
            if (regular_) static_cast<void>(platform::truncate(descriptor_, before));
            errno = reason;
            throw cannot_write(file_);
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void RecordFile::sync() {
    if (!regular_) return;
    if (!platform::sync(descriptor_)) throw cannot_write(file_);
    if (!std::exchange(made_, false)) return;
    // The name of a new file is on the disk when its folder is.
    platform::sync_folder(file_.has_parent_path() ? file_.parent_path() : ".");
}

void DerivedFile::resume(std::uintmax_t begin) {
    const auto size = file_.size();
    if (size == 0) return;
    if (size < begin)
        throw Error(file_.path().string() +
                    " is shorter than when the match began; restore it or move it");
    added_ = begin;
    if (size == begin) return;
    before_.open(file_.path(), std::ios::binary);
    before_.seekg(static_cast<std::streamoff>(begin));
    if (!before_) throw Error("cannot read " + file_.path().string());
}

void DerivedFile::add(std::string_view text) {
    if (!before_.is_open()) return file_.append(text);
    std::string found(text.size(), '\0');
    before_.read(found.data(), static_cast<std::streamsize>(found.size()));
    found.resize(static_cast<std::size_t>(before_.gcount()));
    if (found == text) {
        added_ += text.size();
        return;
    }
    if (text.starts_with(found)) { // the file ends within this game
        before_.close();
        return file_.append(text.substr(found.size()));
    }
    // A power cut may leave zeros where a text was to be.
    if (!text.starts_with(found.substr(0, found.find('\0'))))
        throw Error(file_.path().string() +
                    " holds other games than the journal; move one of them");
    set_aside();
    file_.append(text);
}

void DerivedFile::resumed() {
    if (before_.is_open() && before_.peek() != std::ifstream::traits_type::eof()) set_aside();
    before_.close();
}

void DerivedFile::set_aside() {
    before_.clear();
    before_.seekg(static_cast<std::streamoff>(added_));
    const std::string rest(std::istreambuf_iterator<char>(before_), {});
    before_.close();
    RecordFile aside(unused(file_.path()));
    aside.append(rest);
    aside.sync();
    file_.cut(added_);
    std::cerr << "Warning: the last " << rest.size() << " bytes of " << file_.path().string()
              << " are not of games in the journal; they are now in " << aside.path().string()
              << std::endl;
}

namespace {

namespace fs = std::filesystem;

} // namespace

GameFile::GameFile(fs::path file) : file_(std::move(file)) {
    require_writable(file_.empty() ? new_game_file() : file_);
    begin_next();
}

void GameFile::keep(const GameRecord& record, const MatchRules& rules) {
    // Actions from before, as a link brings them, are no reason to write a file.
    if (std::ranges::all_of(record.actions, &ActionRecord::book)) {
        if (kept_in_.empty()) return;
        earlier_games_.empty() ? void(fs::remove(kept_in_)) : write_file(kept_in_, earlier_games_);
        return kept_in_.clear();
    }
    if (kept_in_.empty()) kept_in_ = file_.empty() ? new_game_file() : file_;
    // By renaming, so that the file is whole at every instant.
    fs::path unfinished = kept_in_;
    unfinished += ".new";
    write_file(unfinished, earlier_games_ + to_pgn(record, rules, SINGLE_GAME));
    fs::rename(unfinished, kept_in_);
}

void GameFile::begin_next() {
    kept_in_.clear();
    earlier_games_.clear();
    if (!fs::exists(file_)) return;
    std::ifstream in = open_regular(file_);
    earlier_games_.assign(std::istreambuf_iterator<char>(in), {});
}

void save_game(const fs::path& file, const GameRecord& record, const MatchRules& rules) {
    if (fs::exists(file)) throw Error(file.string() + " exists already; name another file");
    require_writable(file);
    write_file(file, to_pgn(record, rules, SINGLE_GAME));
}

} // namespace agon
