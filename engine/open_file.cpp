#include "engine/open_file.hpp"

#include "engine/byte_order_mark.hpp"
#include "engine/error.hpp"
#include "engine/path_text.hpp"

#include <cerrno>
#include <string>
#include <system_error>

namespace agon {

std::ifstream open_regular(const std::filesystem::path& file, std::uintmax_t max_bytes) {
    namespace fs = std::filesystem;
    const auto refusal = [&](const std::string& reason) {
        return Error("cannot read " + utf8_of(file) + ": " + reason);
    };
    // Check the type before opening: opening a FIFO waits for a writer.
    std::error_code fault;
    const fs::file_type type = fs::status(file, fault).type();
    if (type == fs::file_type::not_found)
        throw refusal(std::make_error_code(std::errc::no_such_file_or_directory).message());
    if (type == fs::file_type::none) throw refusal(fault.message());
    if (type == fs::file_type::directory) throw refusal("it is a directory");
    if (type != fs::file_type::regular) throw refusal("it is not a regular file");
    const auto size = fs::file_size(file, fault);
    if (fault) throw refusal(fault.message());
    if (size > max_bytes)
        throw refusal("it has " + std::to_string(size) + " bytes, more than " +
                      std::to_string(max_bytes));
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw refusal(std::generic_category().message(errno));
    return stream;
}

std::ifstream open_text(const std::filesystem::path& file, std::uintmax_t max_bytes) {
    std::ifstream stream = open_regular(file, max_bytes);
    skip_byte_order_mark(stream);
    stream.clear(); // in an empty file the mark's search met the end
    return stream;
}

} // namespace agon
