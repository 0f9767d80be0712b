#include "protocol/web/room/review_json.hpp"

#include "engine/notation/notation.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/web/room/ending_json.hpp"
#include "protocol/web/room/played_json.hpp"
#include "protocol/web/room/safety_json.hpp"

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

namespace agon::page {
namespace {

Json reason_json(const MistakeReason& reason) {
    Json json{{"key", to_text(reason.key)}};
    if (reason.missed > 0) json["missed"] = reason.missed;
    if (reason.within > 0) json["within"] = reason.within;
    reason.cells.for_each([&](Cell cell) { json["cells"].push_back(cell.text()); });
    if (reason.action) json["action"] = to_text(*reason.action);
    if (const auto& ending = reason.ending)
        json["ending"] = {{"key", ending_key(ending->reason)},
                          {"winner", ending->winner ? side_key(*ending->winner) : ""}};
    json["text"] = reason.text;
    return json;
}

} // namespace

void add_review(Json& json, const Review& review) {
    const auto or_null = [](const auto& value) {
        return value ? Json(std::round(*value * 1000) / 1000) : Json();
    };
    for (const char* const list : {"chances", "scores", "losses", "mistakes"})
        json[list] = Json::array();
    for (std::size_t ply = 0; ply < review.size(); ++ply) {
        const std::string score = score_text(review.evaluation(ply));
        json["chances"].push_back(or_null(review.chances(ply)));
        json["scores"].push_back(score.empty() ? Json() : Json(score));
        if (ply + 1 < review.size()) json["losses"].push_back(or_null(review.loss(ply)));
    }
    for (const Mistake& mistake : review.mistakes()) {
        json["mistakes"].push_back(
            {{"ply", mistake.ply},
             {"side", side_key(mistake.side)},
             {"kind", to_text(mistake.judgement)},
             {"loss", std::round(mistake.loss * 1000) / 1000},
             {"better", to_text(mistake.better.front())},
             {"line",
              marked_json(review.game().rules(), review.position(mistake.ply), mistake.better)},
             {"reason", reason_json(mistake.reason)}});
    }
}

Json review_json(const Review& review, std::string_view state) {
    Json json{
        {"topic", "review"}, {"state", state}, {"done", review.done()}, {"all", review.size()}};
    add_review(json, review);
    for (std::size_t ply = 0; ply < review.size(); ++ply)
        json["safe"].push_back(safety_json(review.safe(ply)));
    for (const auto& total : counts(review.mistakes()))
        json["totals"].push_back({total[1], total[2], total[3]});
    return json;
}

} // namespace agon::page
