#include "tools/arena/web/study_page.hpp"

#include "engine/error.hpp"
#include "tools/arena/web/embedded_pages.hpp"
#include "tools/arena/web/page.hpp"

namespace agon::arena {

std::string study_page(const nlohmann::ordered_json& study) {
    if (!study.is_object() || study.value("study", Json()) != 1 || !study.contains("cells") ||
        study["cells"].empty())
        throw Error("not a study of games, as tools/lab/study/run writes it");
    nlohmann::ordered_json data = study;
    data["title"] = "Rules of Agon, side by side";
    return page_of(
        data,
        filled(embedded::STUDY_HTML, {{"title", escaped_title(data)}, {"board", sample_board()}}),
        embedded::STUDY_JS);
}

} // namespace agon::arena
