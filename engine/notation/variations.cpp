#include "engine/notation/variations.hpp"

#include "engine/error.hpp"
#include "engine/notation/notation.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace agon {

std::size_t Variations::add(std::size_t parent, Move move) {
    for (const std::size_t child : at(parent).children)
        if (at(child).move == move) return child;
    if (nodes_.size() > MAX_ACTIONS) // with node 0
        throw Error(fmt::format("an analysis has at most {} actions", MAX_ACTIONS));
    nodes_.at(parent).children.push_back(next_);
    nodes_[next_] = {move, parent};
    return next_++;
}

void Variations::promote(std::size_t node) {
    for (; node != 0; node = at(node).parent) {
        auto& children = nodes_.at(at(node).parent).children;
        if (children.front() == node) continue;
        std::rotate(children.begin(), std::ranges::find(children, node),
                    std::ranges::find(children, node) + 1);
        return;
    }
}

void Variations::remove(std::size_t node) {
    std::erase(nodes_.at(at(node).parent).children, node);
    for (std::vector<std::size_t> gone{node}; !gone.empty();) {
        const auto taken = nodes_.extract(gone.back());
        gone.pop_back();
        const auto& children = taken.mapped().children;
        gone.insert(gone.end(), children.begin(), children.end());
    }
}

std::vector<std::size_t> Variations::line(std::size_t node, bool on) const {
    std::vector<std::size_t> nodes;
    for (std::size_t up = node; up != 0; up = at(up).parent) nodes.push_back(up);
    std::ranges::reverse(nodes);
    for (; on && !at(node).children.empty(); nodes.push_back(node))
        node = at(node).children.front();
    return nodes;
}

std::vector<Variations::Word> Variations::words() const {
    using Kind = Word::Kind;
    std::vector<Word> words, todo; // `todo` is a stack
    const auto expand = [&](std::size_t node) {
        // The main action, the variations beside it, and then the rest of the main line.
        const auto& children = at(node).children;
        if (children.empty()) return;
        todo.push_back({Kind::End, children.front()}); // expands it
        for (std::size_t i = children.size(); i-- > 1;) {
            todo.push_back({Kind::End});
            todo.push_back({Kind::End, children[i]});
            todo.push_back({Kind::Action, children[i]});
            todo.push_back({Kind::Begin});
        }
        todo.push_back({Kind::Action, children.front()});
    };
    for (expand(0); !todo.empty();) {
        const Word word = todo.back();
        todo.pop_back();
        if (word.kind == Kind::End && word.node != 0)
            expand(word.node);
        else
            words.push_back(word);
    }
    return words;
}

std::string Variations::text() const {
    std::string text;
    for (const Word& word : words()) {
        text += text.empty() ? "" : " ";
        text += word.kind == Word::Kind::Action  ? to_text(at(word.node).move)
                : word.kind == Word::Kind::Begin ? "("
                                                 : ")";
    }
    return text;
}

} // namespace agon
