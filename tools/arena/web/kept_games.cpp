#include "tools/arena/web/kept_games.hpp"

#include "engine/error.hpp"
#include "engine/open_file.hpp"
#include "engine/path_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <system_error>

namespace agon::arena {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t SHORTEST = 8, LONGEST = 16; ///< names of games, which are hexadecimal
constexpr std::uintmax_t MAX_BYTES = 4U << 20U;   ///< far more than the longest game

bool is_name(const std::string& name) {
    return name.size() >= SHORTEST && name.size() <= LONGEST &&
           name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

} // namespace

std::optional<KeptGame> find_kept_game(const std::string& name) {
    if (!is_name(name)) return std::nullopt;
    const fs::path::string_type ending = path_of("-" + name + ".pgn").native();
    std::error_code fault;
    for (fs::directory_iterator entry(u8"games", fault), end; !fault && entry != end;
         entry.increment(fault)) {
        const fs::path& file = entry->path();
        std::error_code ignored;
        if (!file.native().ends_with(ending) || fs::is_symlink(fs::symlink_status(file, ignored)))
            continue;
        try {
            std::ifstream in = open_regular(file, MAX_BYTES);
            std::string pgn{std::istreambuf_iterator<char>(in), {}};
            if (in) return KeptGame{file, std::move(pgn)};
        } catch (const Error&) { // as if it were not there
        }
    }
    return std::nullopt;
}

} // namespace agon::arena
