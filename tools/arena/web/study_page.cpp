#include "tools/arena/web/study_page.hpp"

#include "engine/error.hpp"
#include "tools/arena/web/page.hpp"

namespace agon::arena {

std::string study_page(const nlohmann::ordered_json& study) {
    if (!study.is_object() || study.value("study", Json()) != 2 || !study.contains("cells") ||
        study["cells"].empty())
        throw Error("not a study of games, as tools/lab/study/run writes it");
    nlohmann::ordered_json data = study;
    data["title"] = "Rules of Agon, side by side";
    data["curve"] = curve_json();
    return page_of(data, "study.js");
}

} // namespace agon::arena
