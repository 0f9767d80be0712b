// Texts in pieces, files as text, and the message of an Error.
#pragma once

#include "engine/error.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace support {

inline std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

inline std::vector<std::string> words_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

inline std::string read_file(const std::filesystem::path& file) {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

/// What `action` throws as Error; "" when it throws none.
template<class Action>
std::string fault_of(Action action) {
    try {
        action();
        return "";
    } catch (const agon::Error& error) {
        return error.what();
    }
}

} // namespace support
