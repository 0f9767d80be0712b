// What an engine did wrong.
#pragma once

#include <stdexcept>

namespace agon::soak {

/// The text names the kind of fault first: "illegal answer: ...".
class Fault : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace agon::soak
