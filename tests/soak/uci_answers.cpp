#include "tests/soak/uci_answers.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <sstream>

namespace agon::soak {
namespace {

std::vector<std::string> words(std::string_view text) {
    std::istringstream stream{std::string(text)};
    std::vector<std::string> all;
    for (std::string word; stream >> word;) all.push_back(word);
    return all;
}

std::string joined(const std::vector<std::string>& list) {
    return fmt::format("{}", fmt::join(list, " "));
}

std::string sorted(std::string_view list) {
    auto all = words(list);
    std::ranges::sort(all);
    return joined(all);
}

[[noreturn]] void refuse(const std::string& kind, std::string_view line, const Board& board) {
    throw Fault(kind + ": '" + shown(line) + "' in the position " + naive::text(board.state));
}

/// Throws unless the actions are legal one after the other.
void check_line(const std::vector<std::string>& line, const Board& board) {
    naive::State state = board.state;
    for (const std::string& action : line) {
        const auto legal = naive::legal(board.rules, state);
        if (!std::ranges::binary_search(legal, action))
            refuse("illegal variation", joined(line), board);
        state = naive::play(board.rules, state, action);
    }
}

ExpectedAnswer instant(const std::string& asked, ExpectedAnswer::Take take) {
    return {.asked = asked, .kind = "at once", .take = std::move(take), .bound = at_once};
}

void compare(std::string_view line, const std::string& expected, const Board& board) {
    if (line != expected) refuse("wrong answer", line, board);
}

std::string winner_of(const std::string& outcome) {
    if (outcome.starts_with("white")) return "p1win";
    if (outcome.starts_with("black")) return "p2win";
    return outcome == "none" ? "none" : "draw";
}

std::string answer_to(const std::string& what, const Board& board) {
    const auto truth = [](bool holds) { return std::string(holds ? "true" : "false"); };
    if (what == "gameover") return truth(board.finished());
    if (what == "p1turn") return truth(naive::chooser(board.rules, board.state) == 'w');
    if (what == "result") return winner_of(board.outcome);
    if (what == "fen") return naive::text(board.state);
    return joined(board.legal);
}

} // namespace

bool Board::is_legal(const std::string& action) const {
    return std::ranges::binary_search(legal, action);
}

void SearchInfo::receive(std::string_view info) {
    const auto all = words(info);
    scored |= std::ranges::find(all, "score") != all.end();
    const auto pv = std::ranges::find(all, "pv");
    if (pv != all.end()) line.assign(pv + 1, all.end());
}

void check_bestmove(std::string_view line, const Board& board,
                    const std::vector<std::string>& allowed, const SearchInfo& info,
                    AnswerForm form) {
    const auto sent = words(line);
    const auto check_score = [&] {
        if (!info.scored) refuse("no score before", line, board);
    };
    if (board.finished()) {
        if (line != "bestmove (none)") refuse("illegal answer", line, board);
        return check_score();
    }
    if (sent.size() < 2 || !board.is_legal(sent[1])) refuse("illegal answer", line, board);
    check_score();
    if (!allowed.empty() && std::ranges::find(allowed, sent[1]) == allowed.end())
        refuse("answer not in searchmoves", line, board);
    if (sent.size() > 2) {
        if (!form.names_ponder_move || sent.size() != 4 || sent[2] != "ponder")
            refuse("ill-formed answer", line, board);
        check_line({sent[1], sent[3]}, board);
    }
    if (form.checks_line) check_line(info.line, board);
}

ExpectedAnswer expect_display(BoardPtr board) {
    return instant("d", [board](std::string_view line) {
        const auto after = [&](std::string_view label) {
            return std::string(line.substr(std::min(label.size(), line.size())));
        };
        if (line.starts_with("bestmove")) return Taken::Nothing;
        if (line.starts_with("Fen: ")) compare(after("Fen: "), naive::text(board->state), *board);
        if (line.starts_with("Legal: "))
            compare(sorted(after("Legal: ")), joined(board->legal), *board);
        if (line.starts_with("Chooser: ") && !board->finished())
            compare(after("Chooser: "),
                    naive::chooser(board->rules, board->state) == 'w' ? "white" : "black", *board);
        if (!line.starts_with("Result: ")) return Taken::Part;
        compare(after("Result: "), board->outcome, *board);
        return Taken::Whole;
    });
}

ExpectedAnswer expect_query(BoardPtr board, const std::string& what) {
    return instant("query " + what, [board, what](std::string_view line) {
        constexpr std::string_view BEGIN = "response";
        if (!line.starts_with(BEGIN)) return Taken::Nothing;
        const std::string_view sent = line.substr(std::min(BEGIN.size() + 1, line.size()));
        const bool is_list = what == "legalmoves";
        if ((is_list ? sorted(sent) : std::string(sent)) != answer_to(what, *board))
            refuse("wrong answer to query " + what, line, *board);
        return Taken::Whole;
    });
}

ExpectedAnswer expect_perft(BoardPtr board) {
    const auto take = [board](std::string_view line) {
        if (line == "info string perft: stopped before its end") return Taken::Whole;
        if (line.starts_with("bestmove") || line.starts_with("info")) return Taken::Nothing;
        if (!line.starts_with("Nodes searched: ")) return Taken::Part;
        compare(line,
                "Nodes searched: " + std::to_string(naive::perft(board->rules, board->state, 1)),
                *board);
        return Taken::Whole;
    };
    return {.asked = "perft 1", .kind = "at once", .take = take, .bound = at_once, .search = true};
}

ExpectedAnswer expect_complaint(const std::string& asked) {
    return instant(asked, [](std::string_view line) {
        return line.starts_with("info string ") ? Taken::Whole : Taken::Nothing;
    });
}

ExpectedAnswer expect_line(const std::string& asked, const std::string& line) {
    return instant(asked, [line](std::string_view came) {
        return came == line ? Taken::Whole : Taken::Nothing;
    });
}

} // namespace agon::soak
