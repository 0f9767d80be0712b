// Shared by the targets for sessions: a fresh host, options that are safe to set, and a check of
// the position that a session shows.
#pragma once

#include "protocol/session/host.hpp"
#include "protocol/session/tokens.hpp"
#include "search/clock.hpp"
#include "tests/fuzz/rules_line.hpp"
#include "tests/fuzz/target.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

/// A host in the state of a new one, except for a smaller hash table. Creating one takes longer
/// than most inputs.
inline agon::protocol::Host& fresh_host() {
    static const agon::search::SteadyClock clock;
    static agon::protocol::Host host(clock);
    host.set_variant(agon::DEFAULT_PRESET);
    host.load_variants("");
    host.load_network("");
    host.set_setup(std::nullopt);
    host.set_draw_limits({});
    host.new_game();
    host.set_hash(1);
    host.set_threads(1);
    host.engine().options = {};
    host.engine().clear();
    return host;
}

/// A value that is cheap for an option and touches no files, where `custom`
/// stands for a rules file; nullopt if `value` is not. `name` is in lower case.
inline std::optional<std::string> tamed_value(std::string_view name, std::string_view value) {
    static const MemoryFile custom("[club:classic]\nqueen_chooser = opponent\nbetween = captured\n"
                                   "[club-bloody:bloody-queen]\nsetup = placement\n");
    const auto number = agon::protocol::to_number(value).value_or(0);
    const auto memory = static_cast<std::int64_t>(agon::protocol::physical_memory_mb());
    const bool file = name == "debug log file" || name == "variantpath" || name == "evalfile";
    if (name == "variantpath" && value == "custom") return custom.path().string();
    if (file && !value.empty() && value != "<empty>" && value != "<embedded>") return std::nullopt;
    if (name == "hash" && number > 4 && number <= memory) return std::nullopt;
    if (name == "threads" && number > 2) return std::nullopt;
    return std::string(value);
}

/// Whatever the input was, output has no control characters and nothing but ASCII.
inline void check_printable(const std::vector<std::string>& lines) {
    for (const std::string& line : lines)
        if (std::ranges::any_of(line, [](unsigned char c) { return c < ' ' || c >= 0x7f; }))
            broken("output is printable ASCII", line);
}

inline std::set<std::string> words_of(const std::string& text) {
    std::istringstream stream(text);
    std::set<std::string> words;
    for (std::string word; stream >> word;) words.insert(word);
    return words;
}

/// A session's output about its position.
struct Shown {
    std::vector<std::string> lines;

    /// The rest of the line that begins with `prefix`; a fault if there is none.
    [[nodiscard]] std::string after(std::string_view prefix) const {
        for (const std::string& line : lines)
            if (line.starts_with(prefix)) return line.substr(prefix.size());
        broken("the position is shown with all its lines", prefix);
    }
    [[nodiscard]] std::string text() const {
        std::string all;
        for (const std::string& line : lines) all += line + '\n';
        return all;
    }
    friend bool operator==(const Shown&, const Shown&) = default;
};

/// Compares what is shown with the referee. `result` is the session's; draws by repetition, which
/// depend on the game, are not checked. Returns the legal actions.
inline std::set<std::string> check_with_referee(const agon::protocol::Host& host,
                                                const Shown& shown, const std::string& result) {
    const naive::Rules rules = paired(host.variant(), host.rules()).naive;
    const naive::State state = naive::parse(shown.after("Fen: "));
    const auto legal = naive::legal(rules, state);
    const std::string theirs = naive::result(rules, state);
    const int limit = host.draw_limits().no_progress;
    const bool no_progress = limit > 0 && state.clock >= limit;
    const bool draw = result.starts_with("draw ");
    if (draw ? theirs != "none" : result != theirs)
        broken("the naive referee agrees on the result", shown.text() + theirs);
    if (theirs == "none" && (no_progress ? !draw : result == "draw (no progress)"))
        broken("a game without progress is drawn", shown.text());
    const std::string chooser = naive::chooser(rules, state) == 'w' ? "white" : "black";
    if (theirs == "none" && shown.after("Chooser: ") != chooser)
        broken("the naive referee agrees on the chooser", shown.text());
    return {legal.begin(), legal.end()};
}

} // namespace fuzz
