#include "engine/error.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <system_error>

namespace agon {

std::string escape_controls(std::string_view text, std::size_t limit) {
    constexpr std::string_view DIGITS = "0123456789abcdef";
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = byte >= 0x20 && byte < 0x7f;
        if (result.size() + (plain ? 1 : 4) > limit) return result + "...";
        if (plain) {
            result += c;
        } else {
            result += "\\x";
            result += DIGITS[byte >> 4];
            result += DIGITS[byte & 15];
        }
    }
    return result;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    return std::ranges::equal(a, b, {}, lower, lower);
}

std::ifstream open_regular(const std::filesystem::path& file, std::uintmax_t most_bytes) {
    namespace fs = std::filesystem;
    const auto refusal = [&](const std::string& reason) {
        return Error("cannot read " + file.string() + ": " + reason);
    };
    // Asked before it is opened: opening a FIFO waits for a writer.
    std::error_code fault;
    const fs::file_type type = fs::status(file, fault).type();
    if (type == fs::file_type::not_found)
        throw refusal(std::make_error_code(std::errc::no_such_file_or_directory).message());
    if (type == fs::file_type::none) throw refusal(fault.message());
    if (type == fs::file_type::directory) throw refusal("it is a directory");
    if (type != fs::file_type::regular) throw refusal("it is not a regular file");
    const auto size = fs::file_size(file, fault);
    if (fault) throw refusal(fault.message());
    if (size > most_bytes)
        throw refusal("it has " + std::to_string(size) + " bytes, more than " +
                      std::to_string(most_bytes));
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw refusal(std::generic_category().message(errno));
    return stream;
}

} // namespace agon
