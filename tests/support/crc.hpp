// The checksum of our files, bit by bit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace support {

/// CRC-32 as zip and PNG have it.
inline std::uint32_t crc32(std::string_view bytes) {
    std::uint32_t sum = ~0U;
    for (const char byte : bytes) {
        sum ^= static_cast<unsigned char>(byte);
        for (int i = 0; i < 8; ++i) sum = sum >> 1 ^ ((sum & 1) != 0 ? 0xedb88320U : 0U);
    }
    return ~sum;
}

/// `size` bytes, the least significant first.
inline std::string little_endian(std::uint64_t number, int size) {
    std::string bytes;
    for (int i = 0; i < size; ++i) bytes += static_cast<char>(number >> 8 * i & 0xff);
    return bytes;
}

} // namespace support
