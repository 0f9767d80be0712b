// The page asks its engines in UCI: 20 KB that no visitor has to load.
#include "protocol/web/wasm/queries.hpp"

namespace agon::protocol {

std::unique_ptr<Queries> make_queries(Host&, Output&) { return nullptr; }

} // namespace agon::protocol
