#include "protocol/web/room/analysis_tree.hpp"

#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/game.hpp"
#include "protocol/web/room/played_json.hpp"
#include "protocol/web/room/tree_json.hpp"

#include <fmt/format.h>
#include <utility>

namespace agon::page {
namespace {

/// Of an engine's line that is taken over there are far fewer.
constexpr std::size_t MAX_CHANGES = 100;

} // namespace

AnalysisTree::AnalysisTree(const RuleSet& rules, const Position& first, Variations tree,
                           std::size_t version)
    : rules_(rules), tree_(std::move(tree)), places_{{0, {first, 0}}},
      comment_bytes_(tree_.at(0).comment.size()), version_(version + 1) {
    for (std::vector<std::size_t> todo = tree_.at(0).children; !todo.empty();) {
        const std::size_t node = todo.back();
        todo.pop_back();
        enter(node);
        comment_bytes_ += tree_.at(node).comment.size();
        const auto& children = tree_.at(node).children;
        todo.insert(todo.end(), children.begin(), children.end());
    }
}

/// Precondition: its parent has been entered.
void AnalysisTree::enter(std::size_t node) {
    const Variations::Node& entered = tree_.at(node);
    const Place& before = places_.at(entered.parent);
    places_.emplace(node, Place{after(rules_, before.position, entered.move), before.depth + 1});
}

void AnalysisTree::changed(Json change) {
    ++version_;
    changes_.push_back(std::move(change));
    if (changes_.size() > MAX_CHANGES) changes_.pop_front();
}

bool AnalysisTree::follows(std::size_t node, std::size_t above) const {
    while (depth(node) > depth(above)) node = tree_.at(node).parent;
    return node == above;
}

std::size_t AnalysisTree::add(std::size_t parent, Move move) {
    const std::size_t node = tree_.add(parent, move);
    if (places_.contains(node)) return node; // it was there
    enter(node);
    Position before = position(parent);
    changed({"add", node, parent, play_marked(rules_, before, move)});
    return node;
}

void AnalysisTree::promote(std::size_t node) {
    std::size_t moved = node; // where its line branches off
    while (moved != 0 && tree_.at(tree_.at(moved).parent).children.front() == moved)
        moved = tree_.at(moved).parent;
    if (moved == 0) return;
    tree_.promote(node);
    changed({"promote", moved});
}

void AnalysisTree::remove(std::size_t node) {
    for (std::vector<std::size_t> gone{node}; !gone.empty();) {
        const Variations::Node& each = tree_.at(gone.back());
        places_.erase(gone.back());
        gone.pop_back();
        comment_bytes_ -= each.comment.size();
        gone.insert(gone.end(), each.children.begin(), each.children.end());
    }
    tree_.remove(node);
    changed({"remove", node});
}

void AnalysisTree::comment(std::size_t node, std::string text) {
    std::string& comment = tree_.comment(node);
    const std::size_t bytes = comment_bytes_ - comment.size() + text.size();
    if (bytes > MAX_COMMENTS)
        throw Error(fmt::format("the comments of an analysis have at most {} bytes", MAX_COMMENTS));
    comment_bytes_ = bytes;
    comment = std::move(text);
    changed({"comment", node, comment});
}

Json AnalysisTree::changes_since(std::size_t version) const {
    const std::size_t count = version_ - version;
    if (version > version_ || count > changes_.size()) return nullptr;
    Json list = Json::array();
    for (std::size_t i = changes_.size() - count; i < changes_.size(); ++i)
        list.push_back(changes_[i]);
    return list;
}

Json AnalysisTree::json() const { return tree_json(tree_, Game(rules_, position(0))); }

} // namespace agon::page
