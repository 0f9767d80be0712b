#include "engine/path_text.hpp"

#include "engine/error.hpp"
#include "engine/quote.hpp"

namespace agon {

std::filesystem::path path_of(std::string_view utf8) {
    try {
        return std::u8string(utf8.begin(), utf8.end());
    } catch (const std::filesystem::filesystem_error&) {
        throw Error(in_quotes(utf8) + " cannot be the name of a file: it is not UTF-8");
    }
}

std::string utf8_of(const std::filesystem::path& path) {
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

} // namespace agon
