// The frame of the arena's pages: style, data and modules in one document.
#pragma once

#include "protocol/web/room/page_file.hpp" // PAGE_KIND, for the writers of pages
#include "tools/arena/journal/json.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace agon::arena {

inline constexpr std::size_t MAX_POINTS = 400; ///< of a curve; more would not be visible

/// A self-contained HTML document: `start` is the module that shows `data`, which has a `title`.
[[nodiscard]] std::string page_of(const Json& data, std::string_view start);

/// The engine's win curve, from which the pages draw scores as chances: the score at which half of
/// the games are won, and its slope.
[[nodiscard]] Json curve_json();

/// A module of a page with addresses in place of the names that an import map would resolve: the
/// security policy of a server's pages allows no map.
[[nodiscard]] std::string served_module(std::string_view source);

/// A module or the style that such pages are made of, by name; nullopt if there is none. For a
/// server that hands them out one by one.
[[nodiscard]] std::optional<std::string_view> page_part(std::string_view name);

} // namespace agon::arena
