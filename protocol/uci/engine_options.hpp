// The options of the engine (protocols.md section 1 (Options)) for a Host.
#pragma once

#include "protocol/session/host.hpp"
#include "protocol/uci/option_table.hpp"

#include <functional>
#include <string>

namespace agon::protocol {

/// What the session does when one of its own options is set; called within OptionTable::set().
struct OptionHooks {
    std::function<void()> variants_changed = [] {};
    std::function<void(bool)> show_wdl = [](bool) {};
    /// Throws Error when the file cannot be written; "" for no file.
    std::function<void(const std::string&)> debug_log_file = [](const std::string&) {};
};

/// `host` must outlive the table.
[[nodiscard]] OptionTable engine_options(Host& host, const OptionHooks& hooks);

} // namespace agon::protocol
