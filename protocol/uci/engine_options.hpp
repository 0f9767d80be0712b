// The engine's options: what protocols.md section 1 (Options) lists, tied to a Host.
#pragma once

#include "protocol/session/host.hpp"
#include "protocol/uci/options.hpp"

#include <functional>

namespace agon::protocol {

/// What a session does itself when an option is set; each may be called from set() only.
struct OptionHooks {
    std::function<void()> variants_changed = [] {};
    std::function<void(bool)> show_wdl = [](bool) {};
    /// Throws Error when the file cannot be written; "" for no file.
    std::function<void(const std::string&)> debug_log_file = [](const std::string&) {};
};

/// `host` must outlive the table.
[[nodiscard]] OptionTable engine_options(Host& host, OptionHooks hooks);

} // namespace agon::protocol
