#include "protocol/record/writable.hpp"

#include "engine/error.hpp"
#include "engine/path_text.hpp"
#include "protocol/os/files.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

namespace agon {

void require_writable(const std::filesystem::path& file) {
    const auto parent = file.has_parent_path() ? file.parent_path() : u8".";
    std::error_code ignored;
    if (!std::filesystem::is_directory(parent, ignored))
        throw Error("cannot write " + utf8_of(file) + ": there is no directory " + utf8_of(parent));
    if (std::filesystem::is_directory(file, ignored))
        throw Error("cannot write " + utf8_of(file) + ": it is a directory");
    const bool there = std::filesystem::exists(file, ignored);
    if (!platform::may_write(there ? file : parent)) throw cannot_write(file);
}

Error cannot_write(const std::filesystem::path& file) {
    const int reason = errno;
    return Error("cannot write " + utf8_of(file) +
                 (reason == 0 ? "" : std::string(": ") + std::strerror(reason)));
}

} // namespace agon
