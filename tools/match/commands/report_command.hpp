// `agon-match report`: a match as one page.
#pragma once

#include <string>
#include <vector>

namespace agon::match {

/// `args` are those after `report`. Writes the page's file, and a line of where it is to standard
/// output; returns the program's status. Blocks. Throws Error.
int report_command(const std::vector<std::string>& args);

} // namespace agon::match
