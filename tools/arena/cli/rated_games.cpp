#include "tools/arena/cli/rated_games.hpp"

#include "engine/error.hpp"
#include "engine/path_text.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/recorded_game.hpp"
#include "protocol/record/result.hpp"
#include "tools/arena/journal/journal.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>
#include <utility>

namespace agon::arena {
namespace {

/// FNV-1a of players, opening, actions and result.
std::uint64_t fingerprint(const GameRecord& record) {
    std::uint64_t hash = 0xcbf29ce484222325;
    const auto mix = [&hash](std::uint64_t value) {
        for (int byte = 0; byte < 8; ++byte, value >>= 8)
            hash = (hash ^ (value & 0xff)) * 0x100000001b3;
    };
    for (const std::string& name : record.names) {
        for (const char c : name) mix(static_cast<unsigned char>(c));
        mix(0x100); // no character
    }
    mix(record.first.key);
    for (const ActionRecord& action : record.actions) mix(action.move.raw());
    mix(static_cast<std::uint64_t>(record.verdict.result));
    return hash;
}

class Reader {
public:
    RatedGames read(const std::vector<std::string>& files, const DefaultRules& rules) {
        for (const std::string& file : files) {
            if (std::ranges::count(files, file) > 1) throw Error(file + " is named twice");
            here_.clear();
            encounters_.clear();
            twice_ = 0;
            if (is_journal(file)) {
                JournalReader journal(path_of(file));
                while (const auto record = journal.next()) add(*record, record->encounter);
            } else {
                for (const RecordedGame& game : read_games({file}, std::nullopt, rules))
                    add(game.record, 0);
            }
            for (const auto& [key, games] : encounters_) count(games);
            for (const auto& [print, count] : here_) {
                auto& earlier = earlier_[print];
                earlier = std::max(earlier, count);
            }
            if (twice_ != 0)
                result_.warnings.push_back(
                    fmt::format("{}: {} game{} in an earlier file too, counted once", file, twice_,
                                twice_ == 1 ? " is" : "s are"));
        }
        return std::move(result_);
    }

private:
    struct Played {
        std::size_t white, black, points;
    };

    /// The games of an encounter. Only two with colours swapped are a pair: games of a file that
    /// does not say which belong together would make pairs by chance, or by their order.
    void count(const std::vector<Played>& games) {
        if (games.size() == 2 && games[0].white == games[1].black) {
            ++result_.results[{games[0].white, games[0].black, games[0].points, games[1].points}];
            return;
        }
        for (const auto& [white, black, points] : games)
            ++result_.results[{white, black, points, std::nullopt}];
    }

    std::size_t player(const std::string& name) {
        const auto [found, is_new] = numbers_.emplace(name, result_.names.size());
        if (is_new) {
            result_.names.push_back(name);
            result_.games.emplace_back();
        }
        return found->second;
    }

    /// `encounter` is 0 if the file does not give it.
    void add(const GameRecord& record, std::size_t encounter) {
        if (record.verdict.result == Result::Unfinished) return void(++result_.unfinished);
        if (std::ranges::count(record.names, "?") > 0) return void(++result_.unknown);
        if (record.names[0] == record.names[1]) return void(++result_.against_itself);
        if (!record.actions.empty()) {
            const std::uint64_t print = fingerprint(record);
            const auto before = earlier_.find(print);
            if (++here_[print] <= (before == earlier_.end() ? 0 : before->second))
                return void(++twice_);
        }
        const std::size_t white = player(record.names[0]), black = player(record.names[1]);
        const std::size_t points = half_points(record.verdict.result, Side::White);
        ++result_.games[white][points];
        ++result_.games[black][2 - points];
        encounters_[{record.round, encounter, record.first.key, std::min(white, black),
                     std::max(white, black)}]
            .push_back({white, black, points});
    }

    RatedGames result_;
    std::map<std::string, std::size_t> numbers_;
    std::map<std::uint64_t, std::uint64_t> earlier_; ///< how often, at most, in one file
    std::map<std::uint64_t, std::uint64_t> here_;    ///< in this file
    /// By round, number, first position and players.
    std::map<std::tuple<int, std::size_t, std::uint64_t, std::size_t, std::size_t>,
             std::vector<Played>>
        encounters_;
    std::uint64_t twice_ = 0;
};

} // namespace

RatedGames read_rated_games(const std::vector<std::string>& files, const DefaultRules& rules) {
    return Reader().read(files, rules);
}

} // namespace agon::arena
