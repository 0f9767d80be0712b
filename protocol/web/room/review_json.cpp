#include "protocol/web/room/review_json.hpp"

#include "engine/notation/notation.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/web/room/board_json.hpp"
#include "protocol/web/room/game_room.hpp"

#include <cstddef>
#include <string>

namespace agon::page {

void add_review(Json& json, const Review& review) {
    const auto or_null = [](const auto& value) { return value ? Json(*value) : Json(); };
    for (const char* const list : {"chances", "scores", "losses", "mistakes"})
        json[list] = Json::array();
    for (std::size_t ply = 0; ply < review.size(); ++ply) {
        const std::string score = score_text(review.evaluation(ply));
        json["chances"].push_back(or_null(review.chances(ply)));
        json["scores"].push_back(score.empty() ? Json() : Json(score));
        if (ply + 1 < review.size()) json["losses"].push_back(or_null(review.loss(ply)));
    }
    for (const Mistake& mistake : review.mistakes()) {
        const Json line = texts_json(mistake.better);
        json["mistakes"].push_back({{"ply", mistake.ply},
                                    {"side", name(mistake.side)},
                                    {"action", to_text(mistake.move)},
                                    {"kind", to_text(mistake.judgement)},
                                    {"glyph", glyph(mistake.judgement)},
                                    {"loss", mistake.loss},
                                    {"better", line.front()},
                                    {"line", line},
                                    {"reason", mistake.reason},
                                    {"says", mistake.sentence()}});
    }
}

Json review_json(const GameRoom& room) {
    const Review& review = *room.review();
    Json json{{"topic", "review"},
              {"state", room.review_state()},
              {"done", review.done()},
              {"all", review.size()}};
    add_review(json, review);
    const auto totals = counts(review.mistakes());
    for (const Side side : BOTH_SIDES)
        json["totals"][std::string(name(side))] = {totals[side][1], totals[side][2],
                                                   totals[side][3]};
    return json;
}

} // namespace agon::page
