#include "protocol/web/room/page_text.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace agon::page {

std::string_view page_text(std::string_view name) {
    static std::map<std::string, std::string, std::less<>> names;
    return names.try_emplace(std::string(name), "{{" + std::string(name) + "}}").first->second;
}

} // namespace agon::page
