// What the engine throws when a text from outside is at fault.
#pragma once

#include <stdexcept>

namespace agon {

/// The message is one line for a person: what was wrong, and where. Whatever was asked for has
/// not happened. Sessions and the command line turn it into text at their edge.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace agon
