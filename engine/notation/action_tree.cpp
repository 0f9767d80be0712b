#include "engine/notation/action_tree.hpp"

#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/variations.hpp"
#include "engine/words.hpp"

#include <fmt/format.h>
#include <vector>

namespace agon {
namespace {

class Reader {
public:
    Reader(const RuleSet& rules, const Position& first) : rules_(rules), lines_{{first, first}} {}

    void read(std::string_view word) {
        if (word == "(")
            begin_variation();
        else if (word == ")")
            end_variation();
        else
            play(word);
    }

    [[nodiscard]] Variations finish() {
        if (lines_.size() > 1) throw Error("a variation does not end");
        return std::move(tree_);
    }

private:
    /// The main line, or a variation inside the lines before it.
    struct Line {
        Position before, now;   ///< before its last action, and after it
        std::size_t parent = 0; ///< of that action
        std::size_t node = 0;   ///< that action; `parent` before the first
        bool empty = true;
    };

    void begin_variation() {
        const Line& line = lines_.back();
        if (line.empty) throw Error("a variation stands before the action that it replaces");
        lines_.push_back({line.before, line.before, line.parent, line.parent});
    }

    void end_variation() {
        if (lines_.size() == 1) throw Error("no variation ends here");
        if (lines_.back().empty) throw Error("a variation has no actions");
        lines_.pop_back();
    }

    void play(std::string_view word) {
        Line& line = lines_.back();
        const Move move = parse_legal_move(rules_, line.now, word);
        const std::size_t node = tree_.add(line.node, move);
        line = {line.now, after(rules_, line.now, move), line.node, node, false};
    }

    const RuleSet& rules_;
    Variations tree_;
    std::vector<Line> lines_;
};

} // namespace

Variations parse_action_tree(const RuleSet& rules, const Position& first, std::string_view text) {
    Reader reader(rules, first);
    std::size_t count = 0;
    try {
        for (auto word = next_word(text); !word.empty(); word = next_word(text)) {
            ++count;
            reader.read(word);
        }
        return reader.finish();
    } catch (const Error& error) {
        throw Error(fmt::format("word {} of the tree: {}", count, error.what()));
    }
}

} // namespace agon
