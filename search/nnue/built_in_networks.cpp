#include "search/nnue/built_in_networks.hpp"

namespace agon::embedded {
extern const std::string_view LABEL_CLASSIC, LABEL_GERMAN, LABEL_KANARE, LABEL_WAY_TO_PLAY,
    LABEL_BLOODY_QUEEN, LABEL_AGON, LABEL_ALL;
extern const std::string_view NETWORK_CLASSIC, NETWORK_GERMAN, NETWORK_KANARE, NETWORK_WAY_TO_PLAY,
    NETWORK_BLOODY_QUEEN, NETWORK_AGON, NETWORK_ALL;
} // namespace agon::embedded

namespace agon::search::nnue {

NetworkSet& built_in_networks() {
    using namespace embedded;
    static NetworkSet networks({{"classic", LABEL_CLASSIC, NETWORK_CLASSIC},
                                {"german", LABEL_GERMAN, NETWORK_GERMAN},
                                {"bloody-queen", LABEL_BLOODY_QUEEN, NETWORK_BLOODY_QUEEN},
                                {"kanare", LABEL_KANARE, NETWORK_KANARE},
                                {"way-to-play", LABEL_WAY_TO_PLAY, NETWORK_WAY_TO_PLAY},
                                {"agon", LABEL_AGON, NETWORK_AGON},
                                {"all", LABEL_ALL, NETWORK_ALL}});
    return networks;
}

} // namespace agon::search::nnue
