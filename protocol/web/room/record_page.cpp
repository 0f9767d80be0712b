#include "protocol/web/room/record_page.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/web/room/board_json.hpp"
#include "protocol/web/room/review_json.hpp"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace agon::embedded {
extern const std::string_view RECORD_HTML; // record.html
}

namespace agon::page {
namespace {

/// The pictures of a game, which share most of their lines.
class Pictures {
public:
    /// The numbers of its lines: the first of each run, and how many follow on each other.
    Json add(const Game& game, std::span<const Move> plan) {
        const Move last = game.length() > 0 ? game.move(game.length() - 1) : Move();
        std::istringstream svg(
            svg_diagram(game.position(), {.last = last, .turned = false, .plan = plan}));
        Json runs = Json::array();
        std::size_t next = 0;
        for (std::string line; std::getline(svg, line);) {
            if (line.starts_with("<title>")) continue; // differs in each
            const auto [found, fresh] = numbers_.try_emplace(line, numbers_.size());
            if (fresh) lines_.push_back(line);
            const std::size_t number = found->second;
            if (number != next || runs.empty())
                runs.insert(runs.end(), {number, 1});
            else
                runs.back() = runs.back().get<std::size_t>() + 1;
            next = number + 1;
        }
        return runs;
    }
    [[nodiscard]] const Json& lines() const { return lines_; }

private:
    std::map<std::string, std::size_t> numbers_;
    Json lines_ = Json::array();
};

} // namespace

Json record_json(const Game& game, const PerSide<std::string>& names, const std::string& ending,
                 const Review* review) {
    Pictures pictures;
    Json json{{"title",
               fmt::format("{} - {}{}{}", names[0], names[1], ending.empty() ? "" : ": ", ending)},
              {"chances", Json::array()},
              {"mistakes", Json::array()}};
    if (review != nullptr) add_review(json, *review);
    for (std::size_t ply = 0; ply <= game.length(); ++ply) {
        const Game at = game_at(game, ply);
        json["boards"].push_back(pictures.add(at, {}));
        json["says"].push_back(says(at));
        if (ply > 0) json["actions"].push_back(to_text(game.move(ply - 1)));
    }
    json["better"] = Json::object();
    for (const Json& mistake : json["mistakes"]) {
        const auto ply = mistake["ply"].get<std::size_t>();
        const std::vector<Move>& line = review->better(ply);
        json["better"][std::to_string(ply)] = pictures.add(
            game_at(game, ply), std::span(line.data(), std::min(line.size(), MAX_ARROWS)));
    }
    json["lines"] = pictures.lines();
    return json;
}

std::string record_page(const std::vector<Json>& games) {
    constexpr std::string_view DATA = "AGON_RECORDS";
    std::string page(embedded::RECORD_HTML);
    return page.replace(page.find(DATA), DATA.size(), script_json(games));
}

} // namespace agon::page
