// Files with one entry a line.
#pragma once

#include "engine/error.hpp"

#include <cstddef>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace agon {

/// What `read` returns for each line of `stream`, without empty lines and `#` comments. An Error
/// from `read` becomes "NAME:LINE: why". Blocks on reading.
template<class Entry, class Read>
[[nodiscard]] std::vector<Entry> read_lines(std::istream& stream, std::string_view name,
                                            Read read) {
    std::vector<Entry> entries;
    std::size_t number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        if (line.empty() || line[0] == '#') continue;
        try {
            entries.push_back(read(line));
        } catch (const Error& error) {
            throw Error(std::string(name) + ':' + std::to_string(number) + ": " + error.what());
        }
    }
    return entries;
}

} // namespace agon
