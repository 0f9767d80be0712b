// How a target fails: as a crash does, after a line that says which invariant is broken.
#pragma once

#include <cstdlib>
#include <iostream>
#include <string_view>

namespace fuzz {

[[noreturn]] inline void broken(std::string_view invariant, std::string_view details) {
    std::cerr << "broken: " << invariant << "\n" << details << std::endl;
    std::abort();
}

} // namespace fuzz
