#include "tools/match/report/study.hpp"

#include "engine/error.hpp"
#include "tools/match/report/assets.hpp"
#include "tools/match/report/html.hpp"

namespace agon::match {

std::string study_page(const nlohmann::ordered_json& study) {
    if (!study.is_object() || study.value("study", 0) != 1 || !study.contains("cells") ||
        study["cells"].empty())
        throw Error("not a study of games, as tools/study writes it");
    return filled(STUDY_HTML, {{"css", std::string(PAGE_CSS)},
                               {"board", sample_board()},
                               {"data", script_json(study)},
                               {"js", std::string(STUDY_JS)}});
}

} // namespace agon::match
