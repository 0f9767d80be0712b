#include "tools/arena/journal/json.hpp"

namespace agon::arena {

Json parse_json(std::istream& in) { return Json::parse(in, page::check_json_depth, false); }

} // namespace agon::arena
