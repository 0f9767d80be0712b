#include "tools/match/engines/traffic_log.hpp"

#include "engine/error.hpp"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <optional>

namespace agon::match {
namespace {

std::string utc_now() {
    const auto now = std::chrono::floor<Milliseconds>(std::chrono::system_clock::now());
    const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[sizeof "2026-11-21T06:07:02"];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    const auto thousandths = now.time_since_epoch().count() % 1000;
    return text + ('.' + std::to_string(1000 + thousandths).substr(1)) + 'Z';
}

/// What the second word of a line says; nothing when the line is no log's.
std::optional<Place> read_place(std::string_view line) {
    (void)next_word(line);
    const std::string_view word = next_word(line);
    const char* const end = word.data() + word.size();
    Place place;
    const auto [point, no_game] = std::from_chars(word.data(), end, place.game);
    if (no_game != std::errc() || point == end || *point != '.') return std::nullopt;
    const auto [stop, no_ply] = std::from_chars(point + 1, end, place.ply);
    if (no_ply != std::errc() || stop != end) return std::nullopt;
    return place;
}

/// Whether it is the first line that an engine is sent for a game.
bool begins_game(std::string_view line) {
    for (const auto* end : {" < uci", " < ugi", " < ucinewgame", " < uginewgame"})
        if (line.ends_with(end)) return true;
    return false;
}

} // namespace

TrafficLog::TrafficLog(const std::filesystem::path& file, bool append) {
    if (file.empty()) return;
    file_.open(file, append ? std::ios::app : std::ios::trunc);
    if (!file_) throw Error("cannot write " + file.string());
}

void TrafficLog::sent(const TextEngine& engine, std::string_view line) { write(engine, '<', line); }

void TrafficLog::received(const TextEngine& engine, std::string_view line) {
    write(engine, '>', line);
}

void TrafficLog::wrote_error(const TextEngine& engine, std::string_view line) {
    write(engine, '!', line);
}

void TrafficLog::write(const TextEngine& engine, char direction, std::string_view line) {
    if (!file_.is_open()) return;
    const Place place = engine.place();
    file_ << utc_now() << ' ' << place.game << '.' << place.ply << ' ' << engine.name() << ' '
          << direction << ' ' << line << std::endl;
}

std::vector<std::string> logged_traffic(const std::filesystem::path& file, int game, int ply) {
    std::ifstream stream(file);
    if (!stream) throw Error("cannot read " + file.string());
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

} // namespace agon::match
