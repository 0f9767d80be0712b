// Several engines under load for a given time.
#pragma once

#include "tests/soak/driver.hpp"

#include <chrono>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace agon::soak {

struct SoakSettings {
    std::chrono::seconds time{60};
    std::uint64_t seed = 1;
    int engines = 2; ///< that live all the time, going round the protocols
    int leavers = 1; ///< that quit and come back
    int load = 2;    ///< threads of other work
    std::vector<Protocol> protocols{Protocol::Uci, Protocol::Ugi};
    std::optional<std::string> engine; ///< a command; agon next to this program unless given
    std::uint64_t most_faults = 10;    ///< after which it is over
    DriverSettings driver;
    std::filesystem::path log_folder = ".";
};

/// Blocks until it is over. The tables go to `out`, progress and faults to `progress`. Whether
/// there was no fault and no memory grew. Throws Error when an engine cannot be started or the log
/// of a fault not be written.
[[nodiscard]] bool soak(const SoakSettings& settings, std::ostream& out, std::ostream& progress);

} // namespace agon::soak
