// The games of `agon-match serve` that are in the folder `games`, from this program or an earlier
// one.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace agon::arena {

struct KeptGame {
    std::filesystem::path file;
    std::string pgn;
};

/// `name` may be any text, and is never a path; nullopt if there is no such game. Blocks on
/// reading.
[[nodiscard]] std::optional<KeptGame> find_kept_game(const std::string& name);

} // namespace agon::arena
