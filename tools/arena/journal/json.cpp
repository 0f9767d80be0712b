#include "tools/arena/journal/json.hpp"

#include <iterator>
#include <string>

namespace agon::arena {

Json parse_json(std::istream& in) {
    return parse_json(std::string(std::istreambuf_iterator<char>(in), {}));
}

} // namespace agon::arena
