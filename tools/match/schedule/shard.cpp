#include "tools/match/schedule/shard.hpp"

#include "engine/error.hpp"

#include <charconv>

namespace agon::match {

Shard parse_shard(std::string_view text) {
    Shard shard;
    const char* const end = text.data() + text.size();
    const auto part = std::from_chars(text.data(), end, shard.part);
    if (part.ec == std::errc() && part.ptr != end && *part.ptr == '/') {
        const auto count = std::from_chars(part.ptr + 1, end, shard.count);
        if (count.ec == std::errc() && count.ptr == end && shard.part >= 1 &&
            shard.part <= shard.count)
            return shard;
    }
    throw Error("--shard: '" + std::string(text) + "' is not I/N with I from 1 to N");
}

std::string to_text(const Shard& shard) {
    return std::to_string(shard.part) + '/' + std::to_string(shard.count);
}

} // namespace agon::match
