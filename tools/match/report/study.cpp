#include "tools/match/report/study.hpp"

#include "engine/error.hpp"
#include "tools/match/report/assets.hpp"
#include "tools/match/report/page.hpp"

namespace agon::match {

std::string study_page(const nlohmann::ordered_json& study) {
    if (!study.is_object() || study.value("study", 0) != 1 || !study.contains("cells") ||
        study["cells"].empty())
        throw Error("not a study of games, as tools/study writes it");
    nlohmann::ordered_json data = study;
    data["title"] = "Rules of Agon, side by side";
    return page_of(
        data, filled(STUDY_HTML, {{"title", escaped_title(data)}, {"board", sample_board()}}),
        STUDY_JS);
}

} // namespace agon::match
