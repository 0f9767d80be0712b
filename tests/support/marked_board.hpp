// A position that knows no rules: it follows the marks of actions, as a page does.
#pragma once

#include "engine/board/cell.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace support {

/// Positions from marks alone, as protocol/web/README.md says.
class MarkedBoard {
public:
    explicit MarkedBoard(std::string_view text) : position_(parse(text)) {}

    void act(std::string_view action) {
        std::vector<std::string> cells;
        std::map<char, std::set<std::string>> marked;
        bool goes_on = false;
        char mark = ' ';
        for (std::size_t i = 0; i < action.size() && !action.starts_with("pass");) {
            const auto end = std::min(action.find_first_not_of("0123456789", i + 1), action.size());
            if (const char c = action[i]; c >= 'a' && c <= 'l') {
                const std::string cell(action.substr(i, end - i));
                mark == ' ' ? cells.push_back(cell) : void(marked[mark].insert(cell));
                i = end;
            } else {
                if (c == '=') goes_on = true;
                mark = c;
                ++i;
            }
        }
        if (action.starts_with("pass")) goes_on = action.find('=') != action.npos;
        std::string piece = position_.turn == 'w' ? "G" : "g";
        if (cells.size() == 2) {
            piece = position_.on.at(cells.front());
            position_.on.erase(cells.front());
            position_.captured.erase(cells.front());
        } else if (cells.size() == 1) {
            --position_.reserve[position_.turn];
        }
        std::set<std::string> gone = marked['-'];
        for (const std::string& cell : gone) position_.captured.erase(cell);
        if (!cells.empty()) {
            const bool leaves = gone.contains(cells.back()) && !position_.on.contains(cells.back());
            for (const std::string& cell : gone) position_.on.erase(cell);
            if (!leaves) position_.on[cells.back()] = piece;
        }
        for (const std::string& cell : marked['x']) position_.captured.insert(cell);
        for (const std::string& cell : marked['+']) position_.captured.erase(cell);
        if (!goes_on) position_.turn = position_.turn == 'w' ? 'b' : 'w';
    }
    [[nodiscard]] bool is(std::string_view text) const { return position_ == parse(text); }

private:
    struct State {
        std::map<std::string, std::string> on;
        std::set<std::string> captured;
        std::map<char, int> reserve{{'w', 0}, {'b', 0}};
        char turn = 'w';
        friend bool operator==(const State&, const State&) = default;
    };

    static State parse(std::string_view text) {
        std::istringstream fields{std::string(text)};
        std::string rows, turn, captured, reserve;
        fields >> rows >> turn >> captured >> reserve;
        State state;
        int row = 10, file = 5, run = 0;
        for (const char c : rows + '/') {
            if (c >= '0' && c <= '9') {
                run = 10 * run + (c - '0');
                continue;
            }
            file += std::exchange(run, 0);
            if (c == '/')
                file = std::max(0, --row - 5);
            else
                state.on[agon::Cell::at(file++, row)->text()] = std::string(1, c);
        }
        std::istringstream cells(captured);
        for (std::string cell; std::getline(cells, cell, ',');)
            if (cell != "-") state.captured.insert(cell);
        for (const char c : reserve)
            if (c != '-') ++state.reserve[c == 'G' ? 'w' : 'b'];
        state.turn = turn.front();
        return state;
    }

    State position_;
};

} // namespace support
