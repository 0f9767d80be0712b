// A file in memory, for code that reads and writes files by their names.
#pragma once

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

namespace fuzz {

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
