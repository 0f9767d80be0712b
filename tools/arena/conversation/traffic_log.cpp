#include "tools/arena/conversation/traffic_log.hpp"

#include "engine/error.hpp"
#include "engine/open_file.hpp"
#include "protocol/record/output_file.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace agon::arena {
namespace {

/// The second word of a line; nullopt if the line is not one of a log.
std::optional<Place> read_place(const std::string& line) {
    Place place;
    char blank = 0;
    const int read = std::sscanf(line.c_str(), "%*s %9d.%9d%c", &place.game, &place.ply, &blank);
    return read == 3 && blank == ' ' ? std::optional(place) : std::nullopt;
}

/// Whether it is the first line sent to an engine for a game.
bool begins_game(std::string_view line) {
    for (const auto* end : {" > uci", " > ugi", " > ucinewgame", " > uginewgame"})
        if (line.ends_with(end)) return true;
    return false;
}

} // namespace

TrafficLog::TrafficLog(const std::filesystem::path& file, bool append) {
    if (file.empty()) return;
    file_.emplace(file);
    require_kind(file,
                 {"a log of a match", [](std::string_view text) {
                      return read_place(std::string(text.substr(0, text.find('\n')))).has_value();
                  }});
    if (!append) file_->cut(0);
}

void TrafficLog::sent(const TextEngine& engine, std::string_view line) { write(engine, '>', line); }

void TrafficLog::received(const TextEngine& engine, std::string_view line) {
    write(engine, '<', line);
}

void TrafficLog::wrote_error(const TextEngine& engine, std::string_view line) {
    write(engine, '!', line);
}

void TrafficLog::write(const TextEngine& engine, char direction, std::string_view line) {
    if (!file_) return;
    const auto now = std::chrono::system_clock::now();
    const auto since = std::chrono::floor<Milliseconds>(now.time_since_epoch()).count();
    const Place place = engine.place();
    const std::string text =
        fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z {}.{} {} {} {}\n",
                    fmt::gmtime(std::chrono::system_clock::to_time_t(now)), since % 1000,
                    place.game, place.ply, engine.name(), direction, line);
    try {
        file_->append(text);
    } catch (const Error&) {
        whole_ = false;
    }
}

std::vector<std::string> logged_traffic(const std::filesystem::path& file, int game, int ply) {
    std::ifstream stream = open_text(file);
    std::vector<std::string> lines;
    int last_ply = 0; // of the game
    for (std::string line; std::getline(stream, line);) {
        const auto place = read_place(line);
        if (!place || place->game != game) continue;
        if (last_ply != 0 && place->ply == 0 && begins_game(line)) {
            lines.clear();
            last_ply = 0;
        }
        last_ply = std::max(last_ply, place->ply);
        if (place->ply == ply) lines.push_back(line);
    }
    return lines;
}

} // namespace agon::arena
