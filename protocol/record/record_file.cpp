#include "protocol/record/record_file.hpp"

#include "engine/error.hpp"
#include "engine/open_file.hpp"
#include "engine/path_text.hpp"
#include "protocol/os/files.hpp"
#include "protocol/record/writable.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace agon {
namespace {

/// Throws Error when another process has locked the file. Returns whether it is locked now.
bool lock_or_throw(const std::filesystem::path& file, int descriptor) {
    const platform::Lock lock = platform::lock(descriptor);
    if (lock == platform::Lock::Taken)
        throw Error(utf8_of(file) + ": " + platform::lock_holder(descriptor) +
                    " is writing it; end that first, or name another file");
    return lock == platform::Lock::Held;
}

} // namespace

void require_unlocked(const std::filesystem::path& file) {
    const int descriptor = platform::open_to_append(file, true);
    if (descriptor < 0) throw cannot_write(file);
    try {
        static_cast<void>(lock_or_throw(file, descriptor));
    } catch (...) {
        platform::close(descriptor);
        throw;
    }
    platform::close(descriptor);
}

RecordFile::RecordFile(const std::filesystem::path& file) : file_(file) {
    std::error_code absent;
    const auto type = std::filesystem::status(file, absent).type();
    regular_ =
        type == std::filesystem::file_type::regular || !std::filesystem::exists(file, absent);
    made_ = type == std::filesystem::file_type::not_found;
    do { // again when the file of this name was replaced before the lock was there
        close();
        descriptor_ = platform::open_to_append(file, regular_);
        if (descriptor_ < 0) throw cannot_write(file);
        if (regular_) lock();
    } while (regular_ && !is_named());
}

std::optional<RecordFile> RecordFile::create(const std::filesystem::path& file) {
    RecordFile created;
    created.file_ = file;
    created.descriptor_ = platform::open_new(file);
    if (created.descriptor_ < 0 && errno == EEXIST) return std::nullopt;
    if (created.descriptor_ < 0) throw cannot_write(file);
    created.regular_ = created.made_ = true;
    created.lock();
    return created;
}

RecordFile RecordFile::create_unused(const std::filesystem::path& file) {
    std::filesystem::path name = file;
    for (int i = 2;; ++i) {
        if (auto created = create(name)) return *std::move(created);
        name.replace_filename(file.stem());
        name += path_of('-' + std::to_string(i));
        name += file.extension();
    }
}

RecordFile::RecordFile(RecordFile&& other) noexcept
    : file_(std::move(other.file_)), descriptor_(std::exchange(other.descriptor_, -1)),
      regular_(other.regular_), made_(other.made_) {}

RecordFile& RecordFile::operator=(RecordFile&& other) noexcept {
    close();
    file_ = std::move(other.file_);
    descriptor_ = std::exchange(other.descriptor_, -1);
    regular_ = other.regular_;
    made_ = other.made_;
    return *this;
}

RecordFile::~RecordFile() { close(); }

void RecordFile::close() {
    if (descriptor_ >= 0) platform::close(std::exchange(descriptor_, -1));
}

void RecordFile::lock() {
    try {
        if (lock_or_throw(file_, descriptor_)) return;
    } catch (...) {
        close();
        throw;
    }
    std::cerr << "Warning: " << utf8_of(file_) << " cannot be locked (" << std::strerror(errno)
              << "): make sure that no other program writes to it" << std::endl;
}

bool RecordFile::is_named() const { return platform::leads_to(file_, descriptor_); }

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

namespace {

/// Whether all of it was written; if not, errno is the reason.
bool write_at(int file, std::string_view text, std::uintmax_t offset) {
    while (!text.empty()) {
        const std::ptrdiff_t written = platform::write_some_at(file, text, offset);
        if (written < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
        offset += static_cast<std::uintmax_t>(written);
    }
    return true;
}

} // namespace

void RecordFile::replace_tail(std::string_view before, std::string_view text) {
    const auto end = size(), begin = end - before.size();
    if (!write_at(descriptor_, text, begin)) {
        const int reason = errno;
        static_cast<void>(write_at(descriptor_, before, begin)); // its place is still there
        static_cast<void>(platform::truncate(descriptor_, end));
        errno = reason;
        throw cannot_write(file_);
    }
    if (text.size() < before.size()) cut(begin + text.size());
}

std::string RecordFile::tail(std::uintmax_t bytes) const {
    const auto count = static_cast<std::size_t>(std::min(bytes, size()));
    if (count == 0) return "";
    std::ifstream in = open_regular(file_);
    in.seekg(static_cast<std::streamoff>(size() - count));
    std::string text(count, '\0');
    in.read(text.data(), static_cast<std::streamsize>(count));
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

void RecordFile::end_line() {
    if (const std::string last = tail(1); !last.empty() && last != "\n") append("\n\n");
}

void RecordFile::sync() {
    if (!regular_) return;
    if (!platform::sync(descriptor_)) throw cannot_write(file_);
    if (!std::exchange(made_, false)) return;
    // The name of a new file is on the disk when its folder is.
    platform::sync_folder(file_.has_parent_path() ? file_.parent_path() : u8".");
}

} // namespace agon
