// Input: what three windows of one lobby do, one line for each step. The lobby is that of
// `agon-match serve` and of the page without a server; its engines and timers are the input's.
//
//   window N       the window that the next lines are about, 0 to 2
//   close          it is closed, and another one opened
//   timers         all timers run out
//   engine LINE    each engine says a line
//   keep PGN       an earlier program has kept it as the game `keptgame`
//   tree|moves|position|variant|pgn|rules TEXT
//                  the request that has such a text, with `|` for the end of a line
//   any other      a message as it is
//
//  - Everything that a window is sent is valid (page_window.hpp).
//  - A request that is refused drops no game.
//  - A game that is watched in another window stays unchanged.
#include "engine/error.hpp"
#include "tests/fuzz/page_window.hpp"
#include "tests/support/page_host.hpp"

#include <array>
#include <optional>
#include <set>
#include <sstream>

using namespace agon;
using namespace agon::page;

namespace {

constexpr std::size_t MAX_LINES = 40;

std::string lines(std::string text) {
    std::ranges::replace(text, '|', '\n');
    return text;
}

/// The message that a line stands for.
std::string message_of(const std::string& line) {
    const auto blank = std::min(line.find(' '), line.size());
    const std::string what = line.substr(0, blank);
    const std::string rest = line.substr(std::min(blank + 1, line.size()));
    const Json text = lines(rest);
    if (what == "tree") return one_line({{"do", "new"}, {"analysis", true}, {"moves", text}});
    if (what == "moves") return one_line({{"do", "new"}, {"moves", text}});
    if (what == "position")
        return one_line({{"do", "new"}, {"position", text}, {"analysis", true}});
    if (what == "variant") return one_line({{"do", "new"}, {"variant", text}});
    if (what == "pgn") return one_line({{"do", "open"}, {"pgn", text}});
    if (what == "rules") return one_line({{"do", "rules"}, {"text", text}});
    return line;
}

class Talk {
public:
    Talk() {
        lobby_.emplace(host_, LobbySettings{.most_games = 4, .patience = {}, .takes_rules = true});
        for (std::size_t i = 0; i < windows_.size(); ++i) open(i);
        lobby_->opened(keeper_);
        lobby_->received(keeper_, R"({"do":"new","moves":"a1b2 l11k10"})");
        kept_ = keeper_.game().dump();
    }

    void take(const std::string& line) {
        if (line.starts_with("window ")) {
            current_ = static_cast<std::size_t>(line.back()) % windows_.size();
        } else if (line == "close") {
            lobby_->closed(*windows_[current_]);
            open(current_);
        } else if (line == "timers") {
            host_.let_timers_run_out();
        } else if (line.starts_with("keep ")) {
            host_.files["keptgame"] = lines(line.substr(5));
        } else if (line.starts_with("engine ")) {
            host_.engines_say(line.substr(7));
        } else {
            request(message_of(line));
        }
    }

    void finish() {
        for (auto& window : windows_) lobby_->received(*window, R"({"do":"refresh"})");
        lobby_->received(keeper_, R"({"do":"refresh"})");
        if (keeper_.game().dump() != kept_)
            fuzz::broken("a game that is watched stays unchanged", keeper_.game().dump());
        lobby_->stop();
        host_.let_timers_run_out();
    }

private:
    void open(std::size_t number) {
        windows_[number].emplace([this](const auto& variant, const auto& setup) {
            const MatchRules* const rules = host_.rules(variant, setup);
            return rules && !ambiguous_.contains(variant) ? std::optional(*rules) : std::nullopt;
        });
        lobby_->opened(*windows_[number]);
    }

    void request(const std::string& message) {
        try {
            const Request read = parse_request(message);
            if (const auto* asked = std::get_if<AddRules>(&read)) learn_names(*asked);
        } catch (const Error& error) {
            fuzz::check_refusal(error.what());
        }
        fuzz::PageWindow& window = *windows_[current_];
        if (window.game().is_object()) names_.insert(window.game().at("game").get<std::string>());
        std::erase_if(names_, [this](const auto& name) { return !lobby_->pgn(name); });
        (void)window.was_refused();
        lobby_->received(window, message);
        if (!window.was_refused()) return;
        for (const std::string& name : names_)
            if (!lobby_->pgn(name)) fuzz::broken("what is refused drops no game", message);
    }

    /// Two files may give one name to different rules, and games are played by either.
    void learn_names(const AddRules& asked) {
        Presets presets;
        const std::size_t built_in = presets.all().size();
        std::istringstream in(asked.text);
        try {
            presets.load(in, "file");
        } catch (const Error&) {
            return;
        }
        for (std::size_t i = built_in; i < presets.all().size(); ++i) {
            const std::string name(presets.all()[i].name);
            if (!known_.insert(name).second) ambiguous_.insert(name);
        }
    }

    support::PageHost host_;
    std::optional<Lobby> lobby_;
    std::array<std::optional<fuzz::PageWindow>, 3> windows_;
    std::size_t current_ = 0;
    fuzz::PageWindow keeper_{[](const auto& variant, const auto& setup) {
        return std::optional(make_match_rules(variant, setup, "", {}));
    }};
    std::string kept_;
    std::set<std::string> names_;             ///< of games that have been seen and still exist
    std::set<std::string> known_, ambiguous_; ///< of rules in files: all, and those of several
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Talk talk;
    for (const std::string& line : fuzz::lines_of(data, size, MAX_LINES)) talk.take(line);
    talk.finish();
    return 0;
}
