// How a target fails: it names the broken invariant and aborts.
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
