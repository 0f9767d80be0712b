// The commands of agon-train. Each gets the words after its name and returns the exit status;
// throws UsageError for wrong usage, Error for a bad file.
#pragma once

#include "protocol/cli/values.hpp"

namespace agon::train {

int play_command(const program::Words& args);
int show_command(const program::Words& args);
int fit_command(const program::Words& args);

} // namespace agon::train
