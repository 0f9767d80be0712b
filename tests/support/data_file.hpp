// Reads the tables in tests/data. Each reader throws when a file is missing or a line is malformed,
// so that no line is skipped silently.
#pragma once

#include <cstdint>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace support {

/// The lines that are neither empty nor comments.
inline std::vector<std::string> data_lines(const std::string& file) {
    std::ifstream stream(std::string(AGON_TEST_DATA) + "/" + file);
    if (!stream) throw std::runtime_error("cannot read " + file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);)
        if (!line.empty() && line[0] != '#') lines.push_back(line);
    return lines;
}

struct DepthCount {
    int depth;
    std::uint64_t count;
};

struct PerftRow {
    std::string preset;
    std::string start; ///< a position text, or the name of a setup
    std::vector<DepthCount> counts;
};

enum class Fields { AsInPreset, Changed };

/// "preset | start | count at depth 1, 2, ...", where `-` stands for an unknown count. The rows of
/// presets, or those with changed fields, "classic+forfeit=draw".
inline std::vector<PerftRow> perft_rows(const std::string& file,
                                        Fields fields = Fields::AsInPreset) {
    std::vector<PerftRow> rows;
    for (const std::string& line : data_lines(file)) {
        const auto first = line.find(" | ");
        const auto second = line.find(" | ", first + 3);
        if (second == std::string::npos) throw std::runtime_error(file + ": bad line: " + line);
        PerftRow row{line.substr(0, first), line.substr(first + 3, second - first - 3), {}};
        const bool changed = row.preset.find('+') != std::string::npos;
        if (changed != (fields == Fields::Changed)) continue;
        std::istringstream counts(line.substr(second + 3));
        int depth = 0;
        for (std::string count; counts >> count;) {
            ++depth;
            if (count != "-") row.counts.push_back({depth, std::stoull(count)});
        }
        rows.push_back(row);
    }
    return rows;
}

/// "position ;D1 count ;D2 count ...".
inline std::vector<PerftRow> epd_rows(const std::string& file, const std::string& preset) {
    std::vector<PerftRow> rows;
    for (const std::string& line : data_lines(file)) {
        const auto end = line.find(" ;");
        if (end == std::string::npos) throw std::runtime_error(file + ": bad line: " + line);
        PerftRow row{preset, line.substr(0, end), {}};
        std::istringstream counts(line.substr(end));
        for (std::string tag, count; counts >> tag >> count;)
            row.counts.push_back({std::stoi(tag.substr(2)), std::stoull(count)});
        rows.push_back(row);
    }
    return rows;
}

} // namespace support
