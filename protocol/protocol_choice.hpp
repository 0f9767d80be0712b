// The three protocols, and which of them the first line selects (protocols.md, Protocols).
#pragma once

#include "protocol/gtp/gtp_session.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace agon::protocol {

enum class Protocol { Uci, Ugi, Gtp };

/// "uci", "ugi" or "gtp"; nullopt for any other word.
[[nodiscard]] std::optional<Protocol> find_protocol(std::string_view name);

/// By the first word: `ugi` is UGI, a number or a word that only GTP knows is GTP, any other is
/// UCI. Returns nullopt if the line is empty or a comment, which all of them ignore.
[[nodiscard]] std::optional<Protocol> detect_protocol(std::string_view line);

/// `gtp` matters only for GTP. Throws Error if its log file cannot be written. Host and output must
/// outlive the session.
[[nodiscard]] std::unique_ptr<Session> make_session(Protocol protocol, Host& host, Output& output,
                                                    const GtpOptions& gtp);

} // namespace agon::protocol
