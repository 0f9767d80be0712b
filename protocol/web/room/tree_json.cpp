#include "protocol/web/room/tree_json.hpp"

#include "protocol/web/room/played_json.hpp"

#include <string>
#include <vector>

namespace agon::page {

Json tree_json(const Variations& tree, const Game& start) {
    using Kind = Variations::Word::Kind;
    struct Line {
        Position before, now;
    };
    Json words = Json::array();
    if (!tree.at(0).comment.empty()) words.push_back({0, "", tree.at(0).comment});
    std::vector<Line> lines{{start.position(), start.position()}};
    for (const auto& [kind, node] : tree.words()) {
        if (kind == Kind::Begin) {
            words.push_back("(");
            lines.push_back({lines.back().before, lines.back().before});
        } else if (kind == Kind::End) {
            words.push_back(")");
            lines.pop_back();
        } else {
            Line& line = lines.back();
            line.before = line.now;
            words.push_back({node, play_marked(start.rules(), line.now, tree.at(node).move)});
            if (const std::string& comment = tree.at(node).comment; !comment.empty())
                words.back().push_back(comment);
        }
    }
    return words;
}

} // namespace agon::page
