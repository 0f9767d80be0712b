#include "protocol/protocol_choice.hpp"

#include "protocol/gtp/gtp_line.hpp"
#include "protocol/session/tokens.hpp"
#include "protocol/uci/uci_session.hpp"

namespace agon::protocol {

std::optional<Protocol> find_protocol(std::string_view name) {
    if (name == "uci") return Protocol::Uci;
    if (name == "ugi") return Protocol::Ugi;
    if (name == "gtp") return Protocol::Gtp;
    return std::nullopt;
}

std::optional<Protocol> detect_protocol(std::string_view line) {
    const std::string_view word = Tokens(line).peek();
    if (word.empty() || word.starts_with('#')) return std::nullopt;
    if (word == UGI.hello) return Protocol::Ugi;
    const GtpLine gtp = parse_gtp_line(line);
    if (!gtp.id.empty() || (GtpSession::knows(gtp.name) && !UciSession::knows(word)))
        return Protocol::Gtp;
    return Protocol::Uci;
}

std::unique_ptr<Session> make_session(Protocol protocol, Host& host, Output& output,
                                      const GtpOptions& gtp) {
    switch (protocol) {
    case Protocol::Uci: return std::make_unique<UciSession>(host, output, UCI);
    case Protocol::Ugi: return std::make_unique<UciSession>(host, output, UGI);
    case Protocol::Gtp: return std::make_unique<GtpSession>(host, output, gtp);
    }
    return nullptr;
}

} // namespace agon::protocol
