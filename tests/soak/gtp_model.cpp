#include "tests/soak/gtp_model.hpp"

#include <algorithm>

namespace agon::soak {

std::string GtpModel::start_text() const {
    return naive::setup_text(setup_ == "preset" ? naive::get(naive::preset(variant_), "setup")
                                                : setup_);
}

void GtpModel::restart(const std::string& text) {
    game_ = NaiveGame(naive::preset(variant_), text);
    plies_.clear();
    if (main_) left_.fill(main_);
}

std::string GtpModel::end() const {
    const std::string outcome = game_.outcome(limits_);
    if (outcome != "none") return outcome;
    for (const Ply ply : plies_) {
        if (ply == 'w') return "black wins (resignation)";
        if (ply == 'b') return "white wins (resignation)";
    }
    return outcome;
}

void GtpModel::set_variant(const std::string& name) {
    variant_ = name;
    restart(start_text());
}

void GtpModel::set_setup(const std::string& name) {
    setup_ = name;
    restart(start_text());
}

void GtpModel::set_position(const std::string& text) { restart(text); }
void GtpModel::clear_board() { restart(start_text()); }

GtpModel::Reply GtpModel::play(char side, const std::string& action) {
    const Reply refused{false, "illegal move"};
    if (action == "resign") {
        if (!over()) plies_.push_back(side);
        return {true, ""};
    }
    const bool acts = !over() && side == game_.chooser();
    if (action == "pass" && !acts) {
        plies_.push_back('i');
        return {true, ""};
    }
    if (!acts || !game_.is_legal(action)) return refused;
    game_.play(action);
    plies_.push_back('a');
    return {true, ""};
}

GtpModel::Reply GtpModel::undo() {
    if (plies_.empty()) return {false, "cannot undo"};
    if (plies_.back() == 'a') game_.undo();
    plies_.pop_back();
    return {true, ""};
}

std::optional<std::string> GtpModel::forced(char side) const {
    const std::string end_now = end();
    if (end_now.starts_with(side == 'w' ? "white" : "black")) return "pass";
    if (end_now != "none") return "resign";
    if (side != game_.chooser()) return "pass";
    return std::nullopt;
}

void GtpModel::answered(char side, const std::string& action) {
    if (action == "resign") return;
    if (forced(side)) {
        plies_.push_back('i');
        return;
    }
    game_.play(action);
    plies_.push_back('a');
}

void GtpModel::set_time(std::optional<Milliseconds> main) {
    main_ = main;
    left_.fill(main);
}

} // namespace agon::soak
