#include "tools/arena/foreign/sgf.hpp"

#include "engine/notation/notation.hpp"
#include "engine/utf8.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace agon::arena {
namespace {

constexpr std::size_t NODES_IN_LINE = 8;

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : printable_utf8(text)) {
        if (c == ']' || c == '\\') result += '\\';
        result += c;
    }
    return result;
}

std::string property(std::string_view name, std::string_view value) {
    return fmt::format("{}[{}]", name, escaped(value));
}

std::string vertex(Cell cell) {
    const std::string text = cell.text();
    const auto column = std::string_view("abcdefghjkl").find(text[0]);
    const int row = std::stoi(text.substr(1));
    return {static_cast<char>('a' + column), static_cast<char>('a' + 11 - row)};
}

/// "W+R", as twogtp writes a win; "W+T" on time, "W+F" by another fault; "0" for a draw.
std::string result_text(const Verdict& verdict) {
    if (verdict.result == Result::Unfinished) return "?";
    if (verdict.result == Result::Draw) return "0";
    const char how = !verdict.fault ? 'R' : *verdict.fault == Fault::OnTime ? 'T' : 'F';
    return fmt::format("{}+{}", verdict.result == Result::WhiteWins ? 'W' : 'B', how);
}

/// Nodes that alternate between the colours, with passes where needed. Black begins, as in Go.
class Nodes {
public:
    void add(Side side, const std::string& value) {
        if (side != next_) put("");
        put(value);
    }
    [[nodiscard]] std::string& text() { return text_; }

private:
    void put(const std::string& value) {
        text_ += count_++ % NODES_IN_LINE == 0 ? "\n;" : ";";
        text_ += fmt::format("{}[{}]", next_ == Side::White ? 'W' : 'B', value);
        next_ = ~next_;
    }

    std::string text_;
    Side next_ = Side::Black;
    std::size_t count_ = 0;
};

} // namespace

std::string to_sgf(const RecordedGame& game, SgfMoves moves) {
    const GameRecord& record = game.record;
    std::string text = "(;FF[4]CA[UTF-8]" + property("AP", SGF_PROGRAM) + "SZ[11]\n";
    text += property("RU", "Agon " + game.rules.variant + ", setup " + game.rules.setup);
    text += property("PB", record.names[1]) + property("PW", record.names[0]);
    if (record.begun != std::chrono::system_clock::time_point())
        text += property(
            "DT", fmt::format("{:%Y-%m-%d}",
                              fmt::gmtime(std::chrono::system_clock::to_time_t(record.begun))));
    text += property("EV", game.tags.event) + property("RO", std::to_string(record.round));
    text += property("PC", game.tags.site) + property("RE", result_text(record.verdict));
    if (record.first != game.rules.start()) text += '\n' + property("FEN", to_text(record.first));
    if (record.actions.empty() && !record.verdict.reason.empty())
        text += property("C", record.verdict.reason);

    Nodes nodes;
    for (const ActionRecord& action : record.actions) {
        const Move move = action.move;
        if (move.is_pass()) {
            nodes.add(action.chooser, "");
        } else if (moves == SgfMoves::Text) {
            nodes.add(action.chooser, to_text(move));
        } else {
            if (!move.is_placement()) nodes.add(action.chooser, vertex(move.from()));
            nodes.add(action.chooser, vertex(move.to()));
        }
        std::string remark = comment_text(action);
        if (&action == &record.actions.back() && !record.verdict.reason.empty())
            remark += (remark.empty() ? "" : ", ") + record.verdict.reason;
        if (!remark.empty()) nodes.text() += property("C", remark);
    }
    return text + nodes.text() + ")\n";
}

} // namespace agon::arena
