// The exception for invalid input.
#pragma once

#include <stdexcept>
#include <string>

namespace agon {

/// Thrown for invalid input from outside. what() is one line for a person: what is wrong,
/// and where. The request had no effect. Sessions and the command line print the line.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace agon
