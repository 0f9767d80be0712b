#include "tools/match/swiss_pairing.hpp"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace agon::match {
namespace {

using Players = std::vector<std::size_t>; ///< by rank

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
        for (std::size_t rematches = rematches_of(rest); !rest.empty();) {
            const std::size_t top = rest.front();
            rest.erase(rest.begin());
            const std::size_t opponent = choose_opponent(top, rest, rematches);
            rest = without(rest, opponent);
            if (met(top, opponent)) --rematches;
            round.pairings.push_back({top, opponent});
        }
        return round;
    }

private:
    [[nodiscard]] bool met(std::size_t a, std::size_t b) const {
        return players_[a].meetings[b] != 0;
    }

    /// The most pairs that can be made without a rematch.
    [[nodiscard]] std::size_t new_pairs(const Players& among) const {
        using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
        Graph graph(among.size());
        for (std::size_t a = 0; a < among.size(); ++a)
            for (std::size_t b = a + 1; b < among.size(); ++b)
                if (!met(among[a], among[b])) boost::add_edge(a, b, graph);
        std::vector<Graph::vertex_descriptor> mates(among.size());
        boost::edmonds_maximum_cardinality_matching(graph, mates.data());
        return boost::matching_size(graph, mates.data());
    }

    /// The fewest rematches that pair an even number of players: those without a new opponent
    /// play among themselves.
    [[nodiscard]] std::size_t rematches_of(const Players& all) const {
        return all.size() / 2 - new_pairs(all);
    }

    [[nodiscard]] std::size_t choose_bye(const Players& all) const {
        return *std::min_element(all.rbegin(), all.rend(), [&](std::size_t a, std::size_t b) {
            const auto key = [&](std::size_t player) {
                return std::tuple(players_[player].byes, rematches_of(without(all, player)));
            };
            return key(a) < key(b);
        });
    }

    /// Those of the best score there is: the top's own, or the next.
    [[nodiscard]] Players best_group(const Players& rest) const {
        const std::size_t points = players_[rest.front()].half_points;
        Players group;
        std::ranges::copy_if(rest, std::back_inserter(group), [&](std::size_t player) {
            return players_[player].half_points == points;
        });
        return group;
    }

    /// Everybody, the one the top should rather meet first.
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

    [[nodiscard]] std::size_t choose_opponent(std::size_t top, const Players& rest,
                                              std::size_t rematches) const {
        const Players group = best_group(rest);
        Players with_top = group;
        with_top.push_back(top);
        const std::size_t inside = new_pairs(with_top);
        std::optional<std::size_t> chosen;
        for (const std::size_t player : candidates(top, rest, group)) {
            if (rematches_of(without(rest, player)) + (met(top, player) ? 1 : 0) > rematches)
                continue;
            if (!chosen) chosen = player;
            // Better yet if no more than need be have to leave the group.
            const bool in_group = std::ranges::find(group, player) != group.end();
            const bool new_one = in_group && !met(top, player);
            if (new_pairs(without(group, player)) + (new_one ? 1 : 0) == inside) return player;
        }
        return *chosen; // there is one: `rematches` was found to be enough
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

} // namespace agon::match
