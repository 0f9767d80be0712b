#include "engine/byte_order_mark.hpp"

namespace agon {

namespace {

constexpr std::string_view MARK = "\xef\xbb\xbf";

} // namespace

std::string_view without_byte_order_mark(std::string_view text) {
    if (text.starts_with(MARK)) text.remove_prefix(MARK.size());
    return text;
}

void skip_byte_order_mark(std::istream& in) {
    std::size_t size = 0;
    while (size < MARK.size() && in.peek() == static_cast<unsigned char>(MARK[size])) {
        in.get();
        ++size;
    }
    if (size == 0 || size == MARK.size()) return;
    while (size-- > 0) in.unget();
    in.clear(); // a pipe may not take the bytes back; no valid text begins with them
}

} // namespace agon
