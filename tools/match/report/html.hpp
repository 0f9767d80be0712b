// What the pages of a report and of a study are made of.
#pragma once

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <string_view>

namespace agon::match {

/// One of everything that a board can show, as SVG, for the page's script to copy: both queens, all
/// guards in reserve, a captured piece, and a last action from the left to the right.
[[nodiscard]] std::string sample_board();

/// As the content of a `script` element: nothing in it ends the element or begins a comment.
[[nodiscard]] std::string script_json(const nlohmann::ordered_json& json);

/// The page with each `{{name}}` replaced by the text of that name. Throws std::out_of_range for
/// another name.
[[nodiscard]] std::string filled(std::string_view page,
                                 const std::map<std::string_view, std::string>& texts);

} // namespace agon::match
