#include "protocol/terminal/watched_openings.hpp"

#include <array>
#include <span>

namespace agon::protocol {
namespace {

// Selected from the 60 openings of
//   agon-book --setup standard --count 60 --seed 3 --random-in 6 --played 20 24 28 --longest 90
//     --least 180 --most 300 --tested 0
// The better side, at full strength against WEAKER_LEVEL, had to win in 18 to 90 actions, once at
// 50 ms an action and once at 150. Nine were dropped because they took more than 60 actions or were
// drawn in two more games at 150 ms on a busy machine, and four because generation 18 or 19 of the
// network did not win in 130 actions at 20,000 nodes. Eleven of the 12 openings of --seed 4 were
// added, which generation 19 won in five such games of at most 60 actions. None has captured
// pieces, so that every rule set can continue from them.
constexpr std::array<WatchedOpening, 40> OPENINGS = {{
    {"5g/3G3/8/3G2G2/4gg1G2/3g1q5/3g1g4/4Q4/2G5/4G2/6 w - - 0 46", Side::White},
    {"6/7/5G2/4G1g1G/2g1g5/6qG3/1G5g2/9/2g1g3/2Q2G1/6 b - - 0 32", Side::Black},
    {"6/7/2g5/1G5g1/4G1G3/3G2G4/5g4/g2Q1g3/3G3g/5q1/6 w - - 0 40", Side::White},
    {"6/4G1G/3g1G2/9/4G1G3/2g2qg4/GQ8/2g6/3g1g2/7/6 w - - 0 34", Side::Black},
    {"6/1G5/8/5gG2/3g6/5q1g3/G1g1g1G3/3g5/3G2G1/1Q5/6 b - - 0 34", Side::Black},
    {"G1G3/1G5/8/8G/4g1gq2/1G9/8g1/3g1g3/2g4G/1Q5/6 w - - 0 27", Side::Black},
    {"6/7/3g2Q1/3gGG3/10/2G2q2G1G/G9/3g1g3/2gg4/7/6 b - - 0 38", Side::Black},
    {"1g3g/5G1/8/9/5G4/2G1gQGg3/4gq4/9/4gG2/2G4/6 w - - 0 46", Side::White},
    {"6/3gG2/8/5G3/2g2q4/3gG1G4/5G4/2Q3g2/1G1g4/3g3/6 b - - 0 41", Side::Black},
    {"6/3G3/5G2/3g5/3Gq2g2/2g1GQ5/5GG3/3ggg3/8/7/6 b - - 0 48", Side::Black},
    {"6/7/2g2G2/2G3Gg1/10/5QG4/2G1g5/1q7/g1G2g2/6g/6 b - - 0 41", Side::White},
    {"6/7/4G3/2G6/4G5/5q1G3/5g4/2Gg1Q2g/2g1G3/7/g1g3 w - - 0 46", Side::White},
    {"6/2g4/5g2/2GG5/2g1gG4/3g1q1G3/2G1gQ4/4G4/8/7/6 w - - 0 50", Side::White},
    {"6/4g2/3g4/1g7/G3qG4/6Gg3/3g3G2/4G4/2Q1g1G1/7/6 b - - 0 42", Side::Black},
    {"6/7/8/4G1G2/2G2Gg3/3g1qg4/4g2G2/3Qg4/4Gg2/7/6 w - - 0 50", Side::White},
    {"6/3g3/2G5/5q3/2G7/g5GG2g/4Q5/6G2/4G1g1/4g2/3g2 w - - 0 30", Side::White},
    {"G2G2/1G5/6G1/7G1/5g4/3gg2G3/4qQ4/3g2g2/8/3g3/6 w - - 0 47", Side::Black},
    {"6/7/3g1G2/9/3GGgg3/5q1G3/4gg4/2QGg4/4G3/7/6 w - - 0 50", Side::White},
    {"6/7/4G3/1g4g2/3G1G1g2/4G1GG3/3g1q4/5gQ2/6g1/7/6 b - - 0 49", Side::Black},
    {"6/5g1/2GG4/4gg3/6Q3/3G1qG4/3gg5/2G2gG2/8/7/6 w - - 0 47", Side::White},
    {"6/7/5G2/3Gg4/4gg1Gg1/4Qq5/6gG2/3Gg4/8/3G3/6 w - - 0 49", Side::White},
    {"6/1g1g3/8/4G1Gg1/3g6/1q3Q1G3/g3G5/4G1Gg1/8/7/6 b - - 0 45", Side::White},
    {"6/5g1/2G5/4g1G2/4g1G3/3G1qQ4/4ggG3/2G1g4/8/7/6 w - - 0 50", Side::White},
    {"6/7/8/2g3G2/4Gg1g2/3gG1G4/3GG5/2q1Qg3/4g3/7/6 w - - 0 50", Side::Black},
    {"3GG1/2G4/2g5/9/4gG4/5qg4/9G/4g4/8/3Qg2/1g2G1 b - - 0 43", Side::Black},
    {"6/2G4/2g5/9/7g2/3g2q1G2/G3g5/2G6/3Qgg2/4G2/1G4 w - - 0 39", Side::Black},
    {"6/7/3g4/4G4/3G1G4/3g1q5/5gG3/2G1Q4/8/g1G2g1/1g4 w - - 0 49", Side::White},
    {"6/3gG2/G3g1G1/2G6/2g7/4Gq5/6g3/2g6/2QGg3/7/6 b - - 0 31", Side::Black},
    {"6/7/4G3/5gG2/3Gg5/4gq5/3Qg2G2/2G2gG2/2g5/7/6 w - - 0 49", Side::White},
    {"6/7/2G5/3g2gG1/4q5/8g2/3g1g3G/3Q5/5gG1/1G5/1G4 w - - 0 33", Side::Black},
    {"6/7/3g1q1g/9/4GG4/3g1Q1g3/3G3G2/4G4/4G3/1g1g3/6 b - - 0 36", Side::White},
    {"6/7/3G4/3G2G2/5Q4/g3q2G2g/4G1g3/7g1/g1g1G3/7/6 b - - 0 48", Side::White},
    {"6/7/6G1/3G4g/3G3g2/2q1G1G4/2g3Q3/4g4/5G2/g4g1/6 w - - 1 50", Side::White},
    {"6/1G5/4g3/G1G3G2/7g2/3g1q3G1/10/3g5/2Q1ggG1/7/6 b - - 0 31", Side::Black},
    {"G5/2g4/3G3G/8G/2g7/6q1g2/2gg1g4/2Q1G4/8/3G3/6 b - - 4 27", Side::Black},
    {"6/G2G3/5G2/3G5/2g2Gg3/5q2g2/3g6/3g5/2g1G3/2Q4/6 b - - 0 39", Side::Black},
    {"6/2G4/3G4/5g1g1/4g5/11/4Gqg2G/3gQG3/3G4/7/3g2 b - - 1 48", Side::Black},
    {"6/6g/5G2/9/3G3G2/3ggqG4/1G2gQ4/9/g7/5Gg/6 w - - 0 47", Side::White},
    {"5G/1G5/8/2g6/4q1gG2/G2g1Q5/10/4gg3/Gg6/7/3G2 b - - 1 49", Side::Black},
    {"6/7/3G4/3Gq4/6G1G1/3g1Qg4/4G5/9/3g1G2/2g4/g4g w - - 0 29", Side::White},
}};

} // namespace

std::span<const WatchedOpening> watched_openings() { return OPENINGS; }

} // namespace agon::protocol
