// Chromium without a window, which writes a page as its scripts have left it.
#pragma once

#include "tests/support/arena.hpp"

#include <string>

namespace agon::test {

/// The first one that is installed; empty if none is. The headless shell first: it draws no user
/// interface of its own, so it takes less time.
inline std::string chromium() {
    return run_shell("for name in chromium-headless-shell chromium chromium-browser google-chrome;"
                     " do command -v $name && break; done | tr -d '\\n'")
        .output;
}

/// The document of FILE after its scripts have run. `program`: from chromium().
inline std::string dumped_dom(const std::string& program, const TemporaryFolder& folder,
                              const std::string& file) {
    return run_shell("timeout 120 " + program +
                     " --headless --no-sandbox --disable-gpu --virtual-time-budget=5000"
                     " --user-data-dir=" +
                     (folder / "profile") + " --dump-dom file://" + (folder / file) +
                     " 2>/dev/null")
        .output;
}

} // namespace agon::test
