// A game with variations.
#pragma once

#include "engine/game/move.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace agon {

/// Actions as a tree. Node 0 is the first position. The number of a node never changes and is never
/// reused.
class Variations {
public:
    struct Node {
        Move move;
        std::size_t parent = 0;
        std::vector<std::size_t> children{}; ///< the main one first
        std::string comment{};
    };
    /// A word of the tree as PGN writes it: an action, or a parenthesis.
    struct Word {
        enum class Kind : std::uint8_t { Action, Begin, End } kind;
        std::size_t node = 0; ///< of an action
    };
    /// The most actions in a tree. text() then has less than 64 KiB, which the page can send: an
    /// action takes at most the 11 bytes of "( k10l11 ) ".
    static constexpr std::size_t MAX_ACTIONS = 5'500;

    [[nodiscard]] bool contains(std::size_t node) const { return nodes_.contains(node); }
    /// Precondition, here and below where a node is an argument: the tree contains it.
    [[nodiscard]] const Node& at(std::size_t node) const { return nodes_.at(node); }
    [[nodiscard]] std::string& comment(std::size_t node) { return nodes_.at(node).comment; }
    /// The child of `parent` with this action, which is added if there is none. Throws Error if
    /// there are MAX_ACTIONS already.
    std::size_t add(std::size_t parent, Move move);
    /// Makes the variation that contains `node` the main line where it branches off.
    void promote(std::size_t node);
    /// Removes a node and all that follows it. Precondition: it is not node 0.
    void remove(std::size_t node);
    /// Nodes from the first action to `node`, and on along the main children if `on`.
    [[nodiscard]] std::vector<std::size_t> line(std::size_t node, bool on) const;
    /// The whole tree.
    [[nodiscard]] std::vector<Word> words() const;
    /// "a1b2 ( a1b1 l11k10 ) l11k10", which parse_action_tree() reads.
    [[nodiscard]] std::string text() const;

private:
    std::map<std::size_t, Node> nodes_{{0, {}}};
    std::size_t next_ = 1; ///< the number of the next node
};

} // namespace agon
