// Input: lines of `agon analyse`. Searches get few nodes.
//
//  - A line that is refused gets one answer: its error, in one short line, and the id that it has.
//  - A query gets one final answer for each of its plies, in the order of its priorities.
//  - The referee agrees on the legal actions, the chooser, and whether the game is over by the
//  board;
//    each line begins with a legal action.
//  - The same query again, on a session that knows nothing, gets the same answers.
#include "engine/notation/notation.hpp"
#include "protocol/analysis/analysis_session.hpp"
#include "protocol/analysis/query.hpp"
#include "protocol/web/room/json.hpp"
#include "search/clock.hpp"
#include "tests/fuzz/rules_line.hpp"
#include "tests/fuzz/session.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/protocol/line_sink.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

using namespace agon;
using namespace agon::analysis;
using page::Json;

namespace {

constexpr std::size_t MAX_LINES = 20;
constexpr std::size_t MAX_PLIES = 4;

search::Limits few_nodes(std::uint64_t nodes) {
    search::Limits limits;
    limits.nodes = nodes;
    return limits;
}

const Presets& presets() {
    static const Presets built_in;
    return built_in;
}

search::Engine& engine() {
    static const search::SteadyClock clock;
    static search::Engine one(clock);
    return one;
}

class Talk {
public:
    Talk() { engine().set_hash(1); }

    /// The answers to a request, whose searches are done.
    std::vector<std::string> act(Request request) {
        session_.act(std::move(request));
        while (session_.work(engine())) {
        }
        return answers();
    }
    std::vector<std::string> take(const std::string& line) {
        session_.take(line);
        return answers();
    }

private:
    std::vector<std::string> answers() {
        auto lines = sink_.take_all();
        fuzz::check_printable(lines);
        return lines;
    }

    support::LineSink sink_;
    AnalysisSession session_{presets(), few_nodes(20), sink_};
};

/// Of a query that lists the legal actions.
void check_answer(const Query& query, const Json& answer, std::size_t ply) {
    const Game game = query.game_at(ply);
    const auto paired = fuzz::paired("query", game.rules());
    const naive::State state = naive::parse(to_text(game.position()));
    const auto referee = naive::legal(paired.naive, state);
    const std::set<std::string> legal(referee.begin(), referee.end());
    const bool over = answer.contains("outcome");
    if (naive::result(paired.naive, state) != "none" && !over)
        fuzz::broken("a game that is over has an outcome", answer.dump());
    if (over != answer["lines"].empty() || over != answer["legal"].empty())
        fuzz::broken("exactly a game that is over has no actions", answer.dump());
    if (over) return;
    if (answer["chooser"] != (naive::chooser(paired.naive, state) == 'w' ? "white" : "black"))
        fuzz::broken("the naive referee agrees on the chooser", answer.dump());
    if (answer["legal"].get<std::set<std::string>>() != legal)
        fuzz::broken("the naive referee agrees on the legal actions", answer.dump());
    if (answer["lines"].size() !=
        std::min<std::size_t>(static_cast<std::size_t>(query.lines), legal.size()))
        fuzz::broken("there are as many lines as asked for", answer.dump());
    for (const Json& line : answer["lines"])
        if (!legal.contains(line["action"].get<std::string>()))
            fuzz::broken("a line begins with a legal action", answer.dump());
}

/// Tames a query, and checks its answers.
void ask(Talk& talk, Query query) {
    query.limits = few_nodes(query.limits.nodes.value_or(20) % 40 + 1);
    query.report_every.reset();
    query.legal = true;
    query.lines = query.lines % 3 + 1;
    if (query.plies.size() > MAX_PLIES) {
        query.plies.resize(MAX_PLIES);
        query.priorities.resize(MAX_PLIES);
    }
    const auto answers = talk.act(query);
    if (answers.size() != query.plies.size())
        fuzz::broken("each ply is answered once", std::to_string(answers.size()));
    std::multiset<std::size_t> plies;
    for (const std::string& text : answers) {
        const Json answer = Json::parse(text);
        if (answer["id"] != query.id) fuzz::broken("an answer repeats the id", text);
        plies.insert(answer["ply"].get<std::size_t>());
        check_answer(query, answer, answer["ply"]);
    }
    if (!std::ranges::equal(plies, std::set(query.plies.begin(), query.plies.end())))
        fuzz::broken("each ply is answered once", answers.front());
    auto again = Talk().act(query), before = answers;
    std::ranges::sort(again);
    std::ranges::sort(before);
    if (again != before) fuzz::broken("an answer depends only on its question", answers.front());
}

void check_fault(const QueryFault& fault, const std::vector<std::string>& answers) {
    constexpr std::size_t LONGEST = 1000;
    if (!fuzz::is_one_line(fault.what()) || std::string_view(fault.what()).size() > LONGEST)
        fuzz::broken("a refusal is a short line", fault.what());
    if (answers.size() != 1) fuzz::broken("a refused line gets one answer", fault.what());
    const Json answer = Json::parse(answers[0]);
    if (answer.contains("ply") || !answer.contains("error"))
        fuzz::broken("a refused line gets an error", answers[0]);
    if (answer.contains("id") != fault.id().has_value() ||
        (fault.id() && answer["id"] != *fault.id()))
        fuzz::broken("a refusal repeats the id", answers[0]);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Talk talk;
    for (const std::string& line : fuzz::lines_of(data, size, MAX_LINES)) {
        std::optional<Request> request;
        try {
            request = parse_request(line, presets(), few_nodes(20));
        } catch (const QueryFault& fault) {
            check_fault(fault, talk.take(line));
            continue;
        }
        if (auto* const query = std::get_if<Query>(&*request))
            ask(talk, std::move(*query));
        else if (talk.take(line).size() != 1)
            fuzz::broken("an action is answered once", line);
    }
    return 0;
}
