// Numbers in a file, the least significant byte first, and the checksum of what it holds.
#pragma once

#include "engine/error.hpp"

#include <boost/crc.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace agon::search::nnue {

struct Writer {
    std::string bytes;

    template<class Number>
    void number(const Number& number) {
        for (std::size_t i = 0; i < sizeof(Number); ++i)
            bytes += static_cast<char>(static_cast<std::uint64_t>(number) >> 8 * i & 0xff);
    }
};

/// Takes numbers and text off the front of bytes. Throws Error(too_few) when there are too few.
struct Reader {
    std::string_view rest;
    const char* too_few = "the file is truncated";

    std::string_view text(std::size_t size) {
        if (rest.size() < size) throw Error(too_few);
        const std::string_view text = rest.substr(0, size);
        rest.remove_prefix(size);
        return text;
    }
    template<class Number>
    void number(Number& number) {
        std::uint64_t value = 0;
        const std::string_view bytes = text(sizeof(Number));
        for (std::size_t i = 0; i < sizeof(Number); ++i)
            value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << 8 * i;
        number = static_cast<Number>(value);
    }
    template<class Number>
    Number take() {
        Number value = 0;
        number(value);
        return value;
    }
};

/// CRC-32 as in zip and PNG.
[[nodiscard]] inline std::uint32_t checksum(std::string_view bytes) {
    boost::crc_32_type crc;
    crc.process_bytes(bytes.data(), bytes.size());
    return crc.checksum();
}

} // namespace agon::search::nnue
