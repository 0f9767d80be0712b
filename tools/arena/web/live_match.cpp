#include "tools/arena/web/live_match.hpp"

#include "engine/notation/notation.hpp"
#include "protocol/cli/ending_signals.hpp"
#include "protocol/cli/program.hpp"
#include "protocol/cli/progress.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "protocol/web/page/files.hpp"
#include "protocol/web/room/inline_page.hpp" // filled()
#include "protocol/web/room/played_json.hpp"
#include "tools/arena/web/embedded_pages.hpp"
#include "tools/arena/web/game_json.hpp"
#include "tools/arena/web/page.hpp"
#include "tools/arena/web/standings.hpp"

#include <boost/asio/signal_set.hpp>

#include <algorithm>
#include <iostream>

namespace agon::arena {
namespace {

using nlohmann::ordered_json;

constexpr Milliseconds PACE{250};       ///< between two texts to the readers
constexpr Milliseconds LAST_WORDS{200}; ///< for the final state, before the server closes
constexpr std::size_t MAX_RESULTS = 20;

/// The page, without anything of the match.
std::string live_page() {
    return page::filled(embedded::LIVE_HTML, {{"pieces", std::string(page::pieces_html())}});
}

/// Drops every second point. The last stays.
void thin(ordered_json& curve) {
    ordered_json kept = ordered_json::array();
    for (std::size_t i = curve.size() % 2 == 0 ? 1 : 0; i < curve.size(); i += 2)
        kept.push_back(std::move(curve[i]));
    curve = std::move(kept);
}

} // namespace

LiveMatch::LiveMatch(const MatchSettings& settings, ServerSettings http)
    : settings_(settings), http_(std::move(http)), names_(names_of(settings.engines)),
      table_(names_, settings.schedule.paired()), played_(settings.schedule),
      begun_(std::chrono::steady_clock::now()),
      elo_(names_.size() == 2 ? 1 : names_.size(), Json::array()),
      cross_(names_.size(), decltype(cross_)::value_type(names_.size())) {
    if (settings.sprt) sprt_.emplace(*settings.sprt);
}

LiveMatch::~LiveMatch() = default;

// --- the match -----------------------------------------------------------------------------------

void LiveMatch::started(boost::asio::io_context& loop) {
    pace_.emplace(loop);
    last_words_.emplace(loop);
    server_.emplace(loop, http_, *this);
    http_.port = server_->port();
    std::cerr << server_->warning() << "Live at " << server_->url() << std::endl;
}

void LiveMatch::began(const GameRecord& record, const Game& game) {
    running_.erase(record.number); // of a game that is played again
    std::set<std::size_t> places;
    for (const auto& [number, other] : running_) places.insert(other.place);
    Running& running = running_[record.number];
    while (places.contains(running.place)) ++running.place;
    running.attempt = ++attempts_;
    running.names = record.names;
    running.first = running.position = record.first;
    for (const Side side : BOTH_SIDES)
        running.left[side] = GameClock(record.controls[side]).remaining();
    match_changed_ = true;
    follow(running, record, game);
}

void LiveMatch::acted(const GameRecord& record, const Game& game,
                      const PerSide<GameClock>& clocks) {
    Running& running = running_.at(record.number);
    for (const Side side : BOTH_SIDES) running.left[side] = clocks[side].remaining();
    const ActionRecord& action = record.actions.back();
    Evaluation& said = running.said[action.chooser];
    said.kind = action.evaluation.kind;
    said.value = action.evaluation.value;
    said.depth = action.evaluation.depth;
    follow(running, record, game);
}

void LiveMatch::follow(Running& running, const GameRecord& record, const Game& game) {
    while (running.actions.size() < record.actions.size()) {
        const ActionRecord& action = record.actions[running.actions.size()];
        const Evaluation said = of_white(action.evaluation, action.chooser);
        Json& json = running.actions.emplace_back(Json::array());
        json.push_back(page::play_marked(settings_.rules.rules, running.position, action.move));
        if (action.book)
            json.push_back("book");
        else
            json.insert(json.end(),
                        {score_text(said), said.depth,
                         std::chrono::duration<double>(action.elapsed).count(), said.nodes});
    }
    running.chooser = game.chooser();
    running.since = std::chrono::steady_clock::now();
    running.changed = true;
    publish_soon();
}

void LiveMatch::finished(const GameRecord& record, std::size_t total) {
    // Games of an earlier run were never running here.
    if (running_.erase(record.number) == 0) ++earlier_;
    ++games_;
    total_ = std::max(total, games_);
    const ScheduledGame game = played_game(record, names_);
    table_.add(game, record.verdict, forfeited_turns(record));
    (void)played_.finish(game,
                         record.verdict.result); // the match refuses games that it does not play
    if (game.players[0] != game.players[1])
        for (const Side side : BOTH_SIDES)
            ++cross_[game.players[side]][game.players[~side]]
                    [half_points(record.verdict.result, side)];
    results_.push_front(record);
    if (results_.size() > MAX_RESULTS) results_.pop_back();
    if (games_ % step_ == 0) add_point();
    match_changed_ = true;
    publish_soon();
}

void LiveMatch::add_point() {
    add_elo(elo_, games_, table_, names_.size() == 2);
    if (sprt_) llr_.push_back({games_, sprt_->llr(sprt_cells(*sprt_, table_))});
    if (games_ / step_ <= MAX_POINTS) return;
    step_ *= 2;
    for (Json& curve : elo_) thin(curve);
    thin(llr_);
}

/// Without readers the server closes at once, otherwise LAST_WORDS later, whatever readers do.
void LiveMatch::stopped(const std::shared_ptr<void>& closing) {
    if (readers_.empty()) return left();
    closing_ = closing;
    running_.clear();
    match_changed_ = true;
    publish();
    last_words_->expires_after(LAST_WORDS);
    last_words_->async_wait([this](const boost::system::error_code& gone) {
        if (!gone) left();
    });
}

void LiveMatch::left() {
    server_.reset();
    pace_.reset();
    last_words_.reset();
    closing_.reset();
}

void LiveMatch::stay() {
    over_ = match_changed_ = true;
    publishing_ = false; // its timer ended with the loop of the match
    boost::asio::io_context loop;
    pace_.emplace(loop);
    server_.emplace(loop, http_, *this);
    boost::asio::signal_set signals(loop);
    program::add_ending_signals(signals);
    signals.async_wait([&](const boost::system::error_code& fault, int) {
        if (fault) return;
        signals.clear(); // a second one ends the program at once
        left();
    });
    std::cerr << "Still at " << server_->url() << " (Ctrl-C ends it)" << std::endl;
    loop.run();
}

// --- the readers ---------------------------------------------------------------------------------

std::optional<Document> LiveMatch::document(std::string_view path) {
    constexpr std::string_view MODULES = "/agon/", GAMES = "/game/", JSON = ".json";
    if (path == "/") return Document{HTML_TYPE, live_page()};
    if (path.starts_with(MODULES)) {
        path.remove_prefix(MODULES.size());
        const auto part = page_part(path);
        if (!part) return std::nullopt;
        if (path.ends_with(".css")) return Document{CSS_TYPE, std::string(*part)};
        return Document{JS_TYPE, served_module(*part)};
    }
    if (!path.starts_with(GAMES) || !path.ends_with(JSON)) return std::nullopt;
    path.remove_prefix(GAMES.size());
    path.remove_suffix(std::min(path.size(), JSON.size()));
    auto game = finished_game(path);
    if (!game) return std::nullopt;
    return Document{JSON_TYPE, std::move(*game)};
}

std::optional<std::string> LiveMatch::finished_game(std::string_view number) const {
    const auto found = std::ranges::find_if(results_, [&](const GameRecord& record) {
        return std::to_string(record.number) == number;
    });
    if (found == results_.end()) return std::nullopt;
    Json json = page_json(*found, settings_.rules,
                          {GameClock(found->controls[0]), GameClock(found->controls[1])});
    json["names"] = found->names;
    json["variant"] = settings_.rules.variant;
    json["setup"] = settings_.rules.setup;
    json["curve"] = curve_json();
    return one_line(json);
}

void LiveMatch::opened(Peer& peer) {
    readers_.insert(&peer);
    match_changed_ = true;
    refresh();
    if (closing_)
        publish();
    else
        publish_soon();
}

void LiveMatch::refresh() {
    for (auto& [number, running] : running_) {
        running.changed = true;
        running.sent = 0;
    }
}

void LiveMatch::received(Peer&, std::string_view text) {
    if (text != REFRESH) return;
    refresh();
    publish_soon();
}

void LiveMatch::closed(Peer& peer) { readers_.erase(&peer); }

void LiveMatch::publish_soon() {
    if (!server_ || readers_.empty() || std::exchange(publishing_, true)) return;
    pace_->expires_after(PACE);
    pace_->async_wait([this](const boost::system::error_code& stopped) {
        publishing_ = false;
        if (!stopped && server_) publish();
    });
}

void LiveMatch::publish() {
    if (std::exchange(match_changed_, false)) {
        const std::string text = one_line(match_json());
        for (Peer* const reader : readers_) reader->send("match", text);
    }
    for (auto& [number, running] : running_) {
        if (running.place >= MAX_BOARDS || !std::exchange(running.changed, false)) continue;
        const std::string text = one_line(board_json(number, running));
        running.sent = running.actions.size();
        const std::string topic = "board-" + std::to_string(running.place);
        for (Peer* const reader : readers_) reader->send(topic, text);
    }
}

Json LiveMatch::match_json() const {
    Json json{{"topic", "match"},
              {"names", names_},
              {"event", settings_.pgn_tags.event},
              {"variant", settings_.rules.variant},
              {"setup", settings_.rules.setup},
              {"ranks", ranks_json(names_, table_, played_.schedule().standings())},
              {"elo", elo_},
              {"cross", cross_},
              {"results", Json::array()},
              {"over", over_}};
    for (const GameRecord& record : results_)
        json["results"].push_back({record.number, record.names[0], record.names[1],
                                   to_text(record.verdict.result), record.verdict.reason});
    program::Progress progress(earlier_, begun_);
    while (progress.done() < games_) progress.finished();
    if (total_ != 0) { // before the first game has ended it is not known how many there will be
        const auto left = progress.left(total_, std::chrono::steady_clock::now());
        json["progress"] = {{"games", games_}, {"total", total_}};
        json["progress"]["left"] = left ? Json(left->count()) : Json();
    }
    if (sprt_) {
        json["ratio"] = ratio_json(*sprt_, table_);
        json["llr"] = llr_;
        json["bounds"] = {sprt_->lower(), sprt_->upper()};
    }
    json["running"] = Json::array();
    for (const auto& [number, running] : running_)
        json["running"].push_back({number, running.names[0], running.names[1], running.place});
    return json;
}

Json LiveMatch::board_json(int number, const Running& running) const {
    const auto sent = static_cast<std::ptrdiff_t>(running.sent);
    Json json{
        {"topic", "board"},
        {"place", running.place},
        {"game", number},
        {"attempt", running.attempt},
        {"actions",
         {{"from", sent}, {"list", Json(running.actions.begin() + sent, running.actions.end())}}},
        {"chooser", page::side_key(running.chooser)}};
    if (sent == 0) {
        json["names"] = running.names;
        json["variant"] = settings_.rules.variant;
        json["setup"] = settings_.rules.setup;
        json["first"] = to_text(running.first);
        json["curve"] = curve_json();
    }
    for (const Side side : BOTH_SIDES) {
        const auto& left = running.left[side];
        json["left"].push_back(left ? Json(left->count()) : Json());
        const Evaluation& said = running.said[side];
        json["scores"].push_back(score_text(said));
        json["depths"].push_back(said.depth);
    }
    json["since"] =
        std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - running.since)
            .count();
    return json;
}

} // namespace agon::arena
