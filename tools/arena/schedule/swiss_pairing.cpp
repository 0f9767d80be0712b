#include "tools/arena/schedule/swiss_pairing.hpp"

#include "protocol/record/result.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>
#include <compare>
#include <functional>
#include <numeric>
#include <tuple>

namespace agon::arena {
namespace {

using Players = std::vector<std::size_t>; ///< by rank

/// FIDE's rules avoid more than two games more of one colour than of the other.
constexpr int MAX_BALANCE = 2;

Players without(Players players, std::size_t player) {
    std::erase(players, player);
    return players;
}

class Pairer {
public:
    explicit Pairer(const std::vector<SwissPlayer>& players) : players_(players) {}

    SwissRound pair() {
        SwissRound round;
        Players rest = ranked(players_);
        if (rest.size() % 2 == 1) {
            round.bye = choose_bye(rest);
            rest = without(rest, *round.bye);
        }
        for (Faults left = faults_of(rest); !rest.empty();) {
            const std::size_t top = rest.front();
            rest.erase(rest.begin());
            const std::size_t opponent = choose_opponent(top, rest, left);
            rest = without(rest, opponent);
            left = faults_of(rest);
            round.pairings.push_back({top, opponent});
        }
        return round;
    }

private:
    /// How many pairs must be rematches, and how many must be rematches or exceed MAX_BALANCE.
    struct Faults {
        std::size_t rematches;
        std::size_t misfits;
        auto operator<=>(const Faults&) const = default;
    };

    [[nodiscard]] bool is_new(std::size_t a, std::size_t b) const {
        return players_[a].meetings[b] == 0;
    }

    /// Neither a rematch nor beyond MAX_BALANCE for either player.
    [[nodiscard]] bool fits(std::size_t a, std::size_t b) const {
        const auto [least, most] = std::minmax(players_[a].balance, players_[b].balance);
        return is_new(a, b) && least < MAX_BALANCE && most > -MAX_BALANCE;
    }

    /// The maximum number of pairs of a kind at the same time.
    template<class Kind>
    [[nodiscard]] std::size_t max_pairs(const Players& among, Kind kind) const {
        using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
        Graph graph(among.size());
        for (std::size_t a = 0; a < among.size(); ++a)
            for (std::size_t b = a + 1; b < among.size(); ++b)
                if ((this->*kind)(among[a], among[b])) boost::add_edge(a, b, graph);
        std::vector<Graph::vertex_descriptor> mates(among.size());
        boost::edmonds_maximum_cardinality_matching(graph, mates.data());
        return boost::matching_size(graph, mates.data());
    }

    /// For an even number of players; those left over by a maximum matching play each other.
    [[nodiscard]] Faults faults_of(const Players& all) const {
        return {all.size() / 2 - max_pairs(all, &Pairer::is_new),
                all.size() / 2 - max_pairs(all, &Pairer::fits)};
    }

    [[nodiscard]] std::size_t choose_bye(const Players& all) const {
        return *std::min_element(all.rbegin(), all.rend(), [&](std::size_t a, std::size_t b) {
            const auto key = [&](std::size_t player) {
                return std::tuple(players_[player].byes, faults_of(without(all, player)));
            };
            return key(a) < key(b);
        });
    }

    /// The players with the best remaining score.
    [[nodiscard]] Players best_group(const Players& rest) const {
        const std::size_t points = players_[rest.front()].half_points;
        Players group;
        std::ranges::copy_if(rest, std::back_inserter(group), [&](std::size_t player) {
            return players_[player].half_points == points;
        });
        return group;
    }

    /// All opponents of the top player, the preferred first.
    [[nodiscard]] Players candidates(std::size_t top, const Players& rest,
                                     const Players& group) const {
        const bool floats = players_[group.front()].half_points != players_[top].half_points;
        const std::size_t best = floats ? 0 : (group.size() + 1) / 2 - 1;
        Players in_order(group.begin() + static_cast<std::ptrdiff_t>(best), group.end());
        in_order.insert(in_order.end(), group.rend() - static_cast<std::ptrdiff_t>(best),
                        group.rend());
        in_order.insert(in_order.end(), rest.begin() + static_cast<std::ptrdiff_t>(group.size()),
                        rest.end());
        std::ranges::stable_sort(in_order, {}, [&](std::size_t player) {
            const auto& [a, b] = std::tie(players_[top], players_[player]);
            const bool want_the_same =
                (a.balance > 0 && b.balance > 0) || (a.balance < 0 && b.balance < 0);
            return std::tuple(a.meetings[player], a.half_points - b.half_points, want_the_same);
        });
        return in_order;
    }

    /// The first candidate with the least cost. `left`: faults that the top and the rest cannot
    /// avoid.
    [[nodiscard]] std::size_t choose_opponent(std::size_t top, const Players& rest,
                                              Faults left) const {
        const Players group = best_group(rest);
        Players with_top = group;
        with_top.push_back(top);
        const std::size_t inside = max_pairs(with_top, &Pairer::is_new);
        using Cost = std::array<std::size_t, 3>;
        Cost least{};
        std::optional<std::size_t> chosen;
        for (const std::size_t player : candidates(top, rest, group)) {
            const Faults others = faults_of(without(rest, player));
            const bool in_group = std::ranges::find(group, player) != group.end();
            const Cost cost{others.rematches + (is_new(top, player) ? 0 : 1) - left.rematches,
                            others.misfits + (fits(top, player) ? 0 : 1) - left.misfits,
                            inside - max_pairs(without(group, player), &Pairer::is_new) -
                                (in_group && is_new(top, player) ? 1 : 0)};
            if (!chosen || cost < least) {
                chosen = player;
                least = cost;
            }
            if (least == Cost{}) break;
        }
        return *chosen;
    }

    const std::vector<SwissPlayer>& players_;
};

} // namespace

std::vector<std::size_t> ranked(const std::vector<SwissPlayer>& players) {
    std::vector<std::size_t> order(players.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(),
                             [&](std::size_t player) { return players[player].half_points; });
    return order;
}

SwissRound pair_swiss(const std::vector<SwissPlayer>& players) { return Pairer(players).pair(); }

} // namespace agon::arena
