// The tree of an analysis board, with what its pages have not been sent yet.
#pragma once

#include "engine/game/position.hpp"
#include "engine/notation/variations.hpp"
#include "protocol/web/room/json.hpp"

#include <cstddef>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

namespace agon::page {

/// An operation takes time in proportion to what it changes. Node 0 is the first position; where a
/// node is an argument the tree contains it.
class AnalysisTree {
public:
    /// Of all comments together: with the actions they must fit in a request.
    static constexpr std::size_t MAX_COMMENTS = 20'000;

    /// All actions of `tree` are legal from `first` on. `version`: that of the tree that it
    /// replaces, if any.
    AnalysisTree(const RuleSet& rules, const Position& first, Variations tree,
                 std::size_t version = 0);

    [[nodiscard]] const Variations& actions() const { return tree_; }
    [[nodiscard]] bool contains(std::size_t node) const { return tree_.contains(node); }
    /// After the action.
    [[nodiscard]] const Position& position(std::size_t node) const {
        return places_.at(node).position;
    }
    /// Actions up to this one.
    [[nodiscard]] std::size_t depth(std::size_t node) const { return places_.at(node).depth; }
    /// Whether `node` is `above`, or comes after it.
    [[nodiscard]] bool follows(std::size_t node, std::size_t above) const;

    /// As those of Variations. Precondition of add(): the action is legal.
    std::size_t add(std::size_t parent, Move move);
    void promote(std::size_t node);
    void remove(std::size_t node);
    /// Throws Error when the comments are too long together.
    void comment(std::size_t node, std::string text);

    /// Increases by one with each change.
    [[nodiscard]] std::size_t version() const { return version_; }
    /// `changes` of the message `game` (protocol/web/README.md): what leads from an earlier version
    /// to this one; null if that was too long ago, or another tree.
    [[nodiscard]] Json changes_since(std::size_t version) const;
    /// `tree` of that message.
    [[nodiscard]] Json json() const;

private:
    struct Place {
        Position position;
        std::size_t depth = 0;
    };

    void enter(std::size_t node);
    void changed(Json change);

    RuleSet rules_;
    Variations tree_;
    std::unordered_map<std::size_t, Place> places_;
    std::size_t comment_bytes_ = 0;
    std::size_t version_;
    std::deque<Json> changes_; ///< the last ones, up to `version_`
};

} // namespace agon::page
