#include "tools/match/formats/record_file.hpp"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <unistd.h>

namespace agon::match {

void require_writable(const std::filesystem::path& file) {
    const auto parent = file.has_parent_path() ? file.parent_path() : ".";
    std::error_code ignored;
    if (!std::filesystem::is_directory(parent, ignored))
        throw Error("cannot write " + file.string() + ": there is no directory " + parent.string());
    if (std::filesystem::is_directory(file, ignored))
        throw Error("cannot write " + file.string() + ": it is a directory");
    const bool there = std::filesystem::exists(file, ignored);
    if (::access((there ? file : parent).c_str(), W_OK) != 0) throw cannot_write(file);
}

Error cannot_write(const std::filesystem::path& file) {
    const int reason = errno;
    return Error("cannot write " + file.string() +
                 (reason == 0 ? "" : std::string(": ") + std::strerror(reason)));
}

std::filesystem::path new_game_file() {
    const std::filesystem::path folder = "games";
    std::filesystem::create_directory(folder);
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    char stem[32];
    std::strftime(stem, sizeof stem, "%Y-%m-%d-%H%M%S", &parts);
    return unused(folder / (std::string(stem) + ".pgn"));
}

std::filesystem::path unused(const std::filesystem::path& file) {
    std::filesystem::path free = file;
    for (int i = 2; std::filesystem::exists(free); ++i)
        free.replace_filename(file.stem().string() + '-' + std::to_string(i) +
                              file.extension().string());
    return free;
}

std::uintmax_t size_of(const std::filesystem::path& file) {
    std::error_code absent;
    const auto size = std::filesystem::file_size(file, absent);
    return absent ? 0 : size;
}

RecordFile::RecordFile(const std::filesystem::path& file, std::uintmax_t begin)
    : file_(file), out_(file, std::ios::app) {
    if (!out_) throw cannot_write(file);
    const auto size = size_of(file);
    if (size == begin || size == 0) return;
    if (size < begin)
        throw Error(file.string() + " is shorter than when the match began; restore it or move it");
    before_.open(file, std::ios::binary);
    before_.seekg(static_cast<std::streamoff>(begin));
    if (!before_) throw Error("cannot read " + file.string());
}

void RecordFile::add(std::string_view text) {
    if (!before_.is_open()) return write(text);
    std::string found(text.size(), '\0');
    before_.read(found.data(), static_cast<std::streamsize>(found.size()));
    found.resize(static_cast<std::size_t>(before_.gcount()));
    if (!text.starts_with(found))
        throw Error(file_.string() + " holds other games than the journal; move one of them");
    if (found.size() == text.size()) return;
    before_.close(); // the file ends within this game
    write(text.substr(found.size()));
}

void RecordFile::resumed() {
    if (before_.is_open() && before_.peek() != std::ifstream::traits_type::eof())
        throw Error(file_.string() + " holds more games than the journal; move one of them");
    before_.close();
}

void RecordFile::write(std::string_view text) {
    out_ << text << std::flush;
    if (!out_) throw cannot_write(file_);
}

} // namespace agon::match
