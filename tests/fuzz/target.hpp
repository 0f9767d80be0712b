// What the targets share: how one fails, what errors of file readers must look like, and a file
// in memory for code that reads and writes files by their names.
#pragma once

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

namespace fuzz {

/// Names the broken invariant.
[[noreturn]] inline void broken(std::string_view invariant, std::string_view details) {
    std::cerr << "broken: " << invariant << "\n" << details << std::endl;
    std::abort();
}

/// No control characters, so that it is one line wherever it is shown.
inline bool is_one_line(std::string_view text) {
    return std::ranges::none_of(text, [](unsigned char c) { return c < ' ' || c == 0x7f; });
}

/// A last line without its end counts too.
inline std::size_t count_lines(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
}

/// The line N in "FILE:N: fault"; it must be there, and one of `lines`.
inline std::size_t named_line(const std::string& message, const std::string& file,
                              std::size_t lines) {
    std::size_t line = 0;
    if (message.starts_with(file + ':'))
        std::from_chars(message.data() + file.size() + 1, message.data() + message.size(), line);
    if (!is_one_line(message) || line < 1 || line > lines)
        broken("a refusal is a line that names file and line", message);
    return line;
}

class MemoryFile {
public:
    explicit MemoryFile(std::string_view content = {}) : descriptor_(memfd_create("fuzz", 0)) {
        if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "memfd");
        std::ofstream(path(), std::ios::binary) << content;
    }
    ~MemoryFile() { close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    [[nodiscard]] std::filesystem::path path() const {
        return "/proc/self/fd/" + std::to_string(descriptor_);
    }

private:
    int descriptor_;
};

} // namespace fuzz
