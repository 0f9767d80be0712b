#include "engine/rules/preset_data.hpp"

#include <algorithm>
#include <sstream>

namespace agon {
namespace {

// `key = value: source` changes the parent's value. `key: source` keeps it, or cites a rule that is
// not a field. Further lines of a source are indented.

constexpr std::string_view CLASSIC = R"text(
flank = line: Wikipedia, Captures: "A piece is captured when two enemy pieces are on adjacent sides
  of it, in a straight line."
between = illegal: Wikipedia, Other rules: "It is not allowed to move a piece between and adjacent
  to two enemy pieces, in a straight line."
relocation_between = illegal: our reading: a relocation is a move, and the blocking rule covers it;
  Wikipedia, Captures, says "any vacant cell"
relocation_captures = yes: our reading: Wikipedia, Captures, does not ask how the "two enemy pieces"
  came to be "on adjacent sides of it"
queen_chooser = owner: Wikipedia, Captures: "If the captured piece is a queen, the owner must move
  it to any vacant cell on the board."
queen_target = anywhere: Wikipedia, Captures: "If the captured piece is a queen, the owner must move
  it to any vacant cell on the board."
guard_target = outer-ring: Wikipedia, Captures: "If the captured piece is a guard, the owner must
  move it to any vacant cell of his choosing on the outer board ring."
pace = one-per-turn: Wikipedia, Captures: "If more than one piece is captured in a turn, the player
  whose pieces were captured must move them one turn at a time."
forfeit = empty-throne: Wikipedia, Other rules: "If a player surrounds an empty throne with his
  guards, then neither player will be able to form the winning configuration, and that player
  forfeits the game."
setup = standard: the layout of Wikipedia's diagram, "Agon board and initial setup."
effect = relocate: Wikipedia, Captures: "The player whose piece is captured must use his next turn
  to relocate the captured piece"
aim: Wikipedia, Rules: "The object of the game is to be first to maneuver one's queen to the central
  hex (the throne) at the center of the board, and surround her with all six of her guards."
first player: white is our choice; Wikipedia, Rules: "Players determine who moves first,
  then turns alternate."
step: Wikipedia, Moves: "Pieces move one step at a time to an adjacent cell, either sideways in the
  same ring, or towards the throne to the next ring. The cell moved to must be vacant."
throne: Wikipedia, Moves: "Only the queen may move to the throne."
queen first: Wikipedia, Captures: "If one of the pieces captured was the queen, it must be moved
  first. If more than one guard was captured, they can be moved in any order."
)text";

constexpr std::string_view HAM = R"text(
forfeit = no-own-queen: Ham, rule 10: "A player loses the game if her six guards surround the
  central space, but that her queen does not occupy that central space."
flank: Ham, rule 5: "an opposing piece can be captured by making a move that sandwiches it"; in a
  straight line, as in the sheet's picture of rule 3
between: Ham, rule 3: "Pieces cannot be moved between two pieces of the opposing side."
relocation_between: our reading of Ham, rule 3: "Pieces cannot be moved between two pieces of the
  opposing side.", and rule 6 calls a rescue "lifting it and moving it to a vacant spot"
relocation_captures: our reading of Ham, rule 5: "by making a move that sandwiches it", and rule 6
  calls a rescue "lifting it and moving it to a vacant spot"
queen_chooser: Ham, rule 6: "A player whose has a piece that is captured (sandwiched) must use the
  next turn rescuing it by lifting it and moving it to a vacant spot"
queen_target: Ham, rule 7: "A captured queen can be moved to any vacant spot."
guard_target: Ham, rule 7: "A captured guard must be moved to a vacant spot on the board's outer
  ring of hexes."
pace: Ham, rule 8: "In such situations, only one piece per turn can be rescued."
setup: Ham, Setup: "The players' pieces are placed on the outside ring of hexagonal spaces", where
  the sheet's board marks them
effect: Ham, rule 6: "A player whose has a piece that is captured (sandwiched) must use the next
  turn rescuing it by lifting it and moving it to a vacant spot"
aim: Ham, rule 9: "A player wins the game if her queen occupies the central space (marked with the
  golden six-pointed star) and her guards occupy the six spaces surrounding it."
first player: white is our choice; Ham, rule 1: "Players take turns moving pieces."
step: Ham, rule 2: "Pieces can move one space, either to an adjacent space on the ring of spaces
  they current occupy or to an adjacent space in the next ring closer to the center."
throne: Ham, rule 4: "Only a queen can move into the center space"
queen first: Ham, rule 8: "When all the captured pieces are guards, the player can choose which to
  rescue in the current turn. A captured queen, however, must be rescued prior to rescuing any
  captured guards."
)text";

constexpr std::string_view GERMAN = R"text(
queen_target = not-throne: Wikipedia (German), Schlagen: "Ist die geschlagene Figur die Königin,
  muss der Spieler sie auf ein beliebiges freies Feld platzieren mit Ausnahme des Thrones."
pace = all-in-turn: Wikipedia (German), Schlagen: "Sollten innerhalb eines Zuges mehr als eine Figur
  geschlagen werden, muss der jeweilige Spieler sämtliche Figuren innerhalb eines Zuges bewegen."
flank: Wikipedia (German), Schlagen: "Eine Spielfigur gilt als geschlagen, wenn sie beiderseitig in
  einer geraden Linie von gegnerischen Figuren umgeben ist."
between: Wikipedia (German), Weitere Regeln: "Es ist nicht erlaubt, eine Spielfigur auf ein freies
  Feld zu ziehen, wenn das Zielfeld von zwei gegnerischen Figuren in einer geraden Linie umstellt
  ist."
relocation_between: our reading: a relocation is a move, and the blocking rule covers it; Wikipedia
  (German), Schlagen, says "ein beliebiges freies Feld"
relocation_captures: our reading: Wikipedia (German), Schlagen, asks only that a piece is
  "beiderseitig in einer geraden Linie von gegnerischen Figuren umgeben"
queen_chooser: Wikipedia (German), Schlagen: "Ist die geschlagene Figur die Königin, muss der
  Spieler sie auf ein beliebiges freies Feld platzieren"
guard_target: Wikipedia (German), Schlagen: "Ist die geschlagene Figur ein Wächter, muss der Spieler
  die Figur auf ein freies Feld seiner Wahl des äußeren Rings platzieren."
forfeit: Wikipedia (German), Weitere Regeln: "Umstellt ein Spieler ein leeres Thronfeld mit seinen
  Wächtern, so ist keinem Spieler möglich, das Spiel zu gewinnen, sodass dieser Spieler das Spiel
  verliert."
effect: Wikipedia (German), Schlagen: "Der Spieler der geschlagenen Figur muss dann seinen nächsten
  Zug dazu nutzen, die geschlagene Figur zu verlagern"
aim: Wikipedia (German): "Ziel des Spiels ist es, die eigene Königin auf das zentrale Feld (den
  Thron) zu ziehen und sie mit ihren sechs Wächtern zu umgeben."
first player: white is our choice; Wikipedia (German): "Beide Spieler einigen sich auf
  denjenigen, der anfängt, danach wird alternierend weitergespielt."
step: Wikipedia (German), Züge: "Jede Spielfigur bewegt sich jeweils einen Schritt je Runde. Die
  Bewegung kann dabei entweder seitwärts im eigenen Ring erfolgen oder auf den nächsten Ring und
  somit näher zum Thron. Dafür muss das Feld, das betreten werden soll, leer sein."
throne: Wikipedia (German), Züge: "Das Thronfeld kann nur von der Königin betreten werden."
queen first: Wikipedia (German), Schlagen: "Wenn eine der geschlagenen Figuren die Königin war, so
  muss diese zuerst bewegt werden. Geschlagene Wächter können in beliebiger Reihenfolge bewegt
  werden."
)text";

constexpr std::string_view QUEENS_GUARD = R"text(
forfeit = no-own-queen: booklet, Game End: "If the player does not place own queen on the throne and
  own guards completely surround the throne, the player loses."
flank: booklet, Trapping: "When one of your opponent's pieces is trapped by two of your pieces in
  the same line"
between: booklet, Blocking: "When two of your pieces flank an empty hex on the same line, no enemy
  piece can enter that hex."
relocation_between: our reading of the booklet, Blocking: "no enemy piece can enter that hex"
relocation_captures: our reading: the booklet, Trapping, asks only that a piece "is trapped by two
  of your pieces in the same line"
queen_chooser: booklet, Trapping: "the trapped player must use his or her next turn to rescue
  (reposition) the piece"
queen_target: booklet, Trapping: "If the trapped piece is a queen, it can be placed anywhere on the
  board in an empty hex (it can be placed in the center hex)."
guard_target: booklet, Trapping: "If the trapped piece is a guard, it is repositioned to any of the
  free hexes in the outermost ring."
pace: booklet, Trapping: "If more than one piece is trapped at the same time, the trapped player
  repositions the trapped pieces, one per turn."
setup: booklet, Gameplay: "Place the pieces as shown in the diagram on the left." (Fig.1)
effect: booklet, Trapping: "the trapped player must use his or her next turn to rescue (reposition)
  the piece. No other movement is allowed on the repositioned turn."
aim: booklet, Game End: "You win if you can place your queen on the throne and surround it with six
  of your own guards."
first player: booklet, Gameplay: "Light is the first player to move, and the players take turns."
step: booklet, Gameplay: "The active player moves one piece of his color to an adjacent empty hex.
  The destination must be a hex in the inner ring of the previous move, or a hex in the same ring."
throne: booklet, Gameplay: "The center hex (throne) can only be occupied by queen pieces."
queen first: booklet, Trapping: "If a guard and a queen are trapped at the same time, the queen must
  be repositioned first."
)text";

constexpr std::string_view OPPONENT = R"text(
queen_chooser = opponent: booklet, alternative rule 2: "When a queen is trapped, the trapping
  player, not the trapped player, may specify where the opponent's queen should be repositioned.";
  what it "may" do is compulsory here
)text";

constexpr std::string_view SAME_RING = R"text(
flank = ring: overview, Trapping: "An enemy piece is trapped when it is flanked on two adjacent
  sides by opposing pieces, and all three pieces are on the same ring of the board."
between = captured: the overview has no blocking rule; overview, Trapping: "An enemy piece is
  trapped when it is flanked on two adjacent sides by opposing pieces"
relocation_between = safe: our reading: the overview has no blocking rule, so relocations are free
queen_chooser = opponent: overview, Trapping: "When a queen is trapped, the capturing player chooses
  where the queen is placed on the board (on any vacant space). The queen must still be reinstated
  on the defending player's next turn."
forfeit = no-own-queen: overview, Forfeit rule: "If a player surrounds the center hexagon with all
  six of their guards without their queen being in the center, that player forfeits the game."
setup = flanked: overview, Setup: "The queen begins in the center of the player's back row, flanked
  by guards."; here at a corner, since a side of the board has six cells and no centre
relocation_captures: our reading: the overview, Trapping, asks only that a piece "is flanked on two
  adjacent sides by opposing pieces"
queen_target: overview, Trapping: "the capturing player chooses where the queen is placed on the
  board (on any vacant space)"
guard_target: overview, Trapping: "When a guard is trapped, the defending player must use their next
  turn to move (reinstate) that guard to any empty space on the outermost ring of the board. The
  defending player chooses the placement."
pace: overview, Trapping: "If multiple pieces are trapped simultaneously, they are resolved one at a
  time across successive turns."
effect: overview, Special rules: "The game has no captures in the traditional sense; trapped pieces
  are relocated, not removed from play."
aim: overview, Victory conditions: "A player wins by occupying the center hexagon with their queen
  while simultaneously having all six guards adjacent to the center hexagon (surrounding the
  queen)."
first player: white is our choice; overview, Turn structure: "Players alternate turns."
step: overview, Movement: "A piece may move to any adjacent hexagonal space, as long as the move
  does not take it to an outer ring (farther from the center)." and "A piece cannot move to a space
  already occupied by any other piece (friendly or enemy)."
throne: overview, Movement: "Only the queen may move into the center hexagon of the board."
queen first: our choice, as in the other books; the overview gives no order
)text";

constexpr std::string_view WAY_TO_PLAY = R"text(
queen_chooser = opponent: The Way to Play (1975), in Wikipedia, Variations: the owner must move his
  captured queen "to any vacant square that his opponent requires"
queen_target: The Way to Play (1975), in Wikipedia, Variations: "to any vacant square that his
  opponent requires"
)text";

constexpr std::string_view BOTERMANS = R"text(
flank = ring: The Book of Games (2008), in Wikipedia, Variations: a piece is 'blocked' when between
  two of the opponent's pieces "in the same ring"
between: our reading: Botermans's "in the same ring" holds for capturing and for blocking;
  Wikipedia, Other rules: "It is not allowed to move a piece between and adjacent to two enemy
  pieces, in a straight line."
)text";

constexpr std::string_view PENTHALON = R"text(
queen_target = next-ring: Queens and Guards, in Wikipedia, Variations: "a captured piece must move
  back to an adjacent hexagon within the next outer band"; the fallback is ours
guard_target = next-ring: Queens and Guards, in Wikipedia, Variations: "a captured piece must move
  back to an adjacent hexagon within the next outer band"; the fallback is ours
)text";

constexpr std::string_view BLOODY_QUEEN = R"text(
between = safe: booklet, Bloody Queen: "there is no blocking" and "you can advance your piece
  between two opponent's pieces on your turn without being trapped"
relocation_between = safe: booklet, Bloody Queen: "there is no blocking"
relocation_captures = no: booklet, Bloody Queen: trapping only "between the piece just moved in that
  turn and another friendly piece"
effect = bloody: booklet, Trapping a guard with a guard and queen: "The trapping player immediately
  removes the trapped guard from the game."
flank: booklet, Bloody Queen: "Trapping occurs only by sandwiching the opponent's piece between the
  piece just moved in that turn and another friendly piece."; along a line, as in the booklet's
  Trapping
queen_chooser: booklet, Trapping the queen: "If a Queen is trapped (by any type of pieces), the
  player who trapped it immediately exchanges it for one of the outermost guards of the opponent."
queen_target: booklet, Trapping the queen: "The exchanged guard is removed from the game."
guard_target: booklet, Trapping a guard with 2 guards: "repositions the trapped opponent's guard to
  any position in one outer ring from the trapped guard's location" and "If there is no available
  location in the one outer ring, the guard is placed in the second outer ring." and "If a trap
  occurs in the outermost ring, it is repositioned to any position in the same outermost ring."
pace: booklet, Bloody Queen: "If two or more pieces are trapped simultaneously in multiple
  directions, the trapping player does all of the above at once in the turn."
forfeit: booklet, Bloody Queen, Game End: "If you do not place your queen on the throne, and your
  six guards completely surround the throne, you lose."
aim: booklet, Bloody Queen, Game End: "You win if you place your queen in the center hex and all of
  your remaining guards on the board in one of the six hexes surrounding the throne."
step: booklet, Bloody Queen: "The basic movement rules are the same as the classic rules"; Gameplay:
  "The active player moves one piece of his color to an adjacent empty hex. The destination must be
  a hex in the inner ring of the previous move, or a hex in the same ring."
queen first: our choice, as in the other rules of the booklet; it gives no order for Bloody Queen
no guards: booklet, Bloody Queen, Game End: "If you lose all your guards, you lose the game."
)text";

constexpr std::string_view LUDII = R"text(
relocation_between = safe: Ludii, Agon.lud: ReleaseCapturePiece asks only for "(is Empty (to))";
  InterveneCapture guards steps alone
relocation_captures = no: Ludii, Agon.lud: CapturePiece follows "(move Step", and not
  ReleaseCapturePiece
forfeit = no-own-queen: Ludii, Agon.lud, rule 13: "A player has lost the game if his six guards are
  adjacent to the central space but his queen is not between them"
flank: Ludii, Agon.lud, rule 8: "If a piece becomes sandwiched between two enemies, it is
  captured."; CapturePiece is custodial along lines
between: Ludii, Agon.lud, rule 6: "A piece may not move adjacent to two enemy pieces such that it is
  directly between them."
queen_chooser: Ludii, Agon.lud, rule 9: "If the queen is captured, then its owner must, on his next
  turn, remove the queen from her predicament"
queen_target: Ludii, Agon.lud, rule 9: "place her on any other space on the board"
guard_target: Ludii, Agon.lud, rule 10: "the guard must be placed on a space at the edge of the
  board"
pace: Ludii, Agon.lud, rule 11: "Only one captured piece may be so removed each turn"
setup: Ludii, Agon.lud, rule 2: "They are placed in a set configuration at the edge of the board"
effect: Ludii, Agon.lud, rule 10: "if one of his guards is captured, the player must remove the
  guard from his predicament"
aim: Ludii, Agon.lud, rule 12: "A player has won the game when his queen rests on the central space,
  and her six guards are on the six spaces adjacent to her."
first player: white is Ludii's player 1
step: Ludii, Agon.lud, rule 3: "In his turn a player moves a piece one space in any direction,
  except for any direction that leads away from the centre."
throne: Ludii, Agon.lud, rule 7: "Only a queen may move to the central space."
queen first: Ludii, Agon.lud, rule 10: "Otherwise if one of his guards is captured", after the
  queen's rule 9
)text";

constexpr std::string_view CSIRO = R"text(
queen_target = not-throne: CSIRO, Capturing: "If it's your queen, put it anywhere on the board
  except the centre."
flank: CSIRO, Capturing: "Your piece is captured if two enemy pieces are adjacent to your piece, and
  the three make a straight line with yours in the middle."
between: CSIRO, Play a turn: "You can't move a piece directly in between two of your opponent's
  pieces. That is, you can't force your own piece to be captured."
relocation_between: our reading of CSIRO, Play a turn: "You can't move a piece directly in between
  two of your opponent's pieces."
relocation_captures: our reading: CSIRO, Capturing, does not ask how the "two enemy pieces" came to
  be "adjacent to your piece"
queen_chooser: CSIRO, Capturing: "If it's your queen, put it anywhere on the board except the
  centre."
guard_target: CSIRO, Capturing: "If it's a guard, take the piece and put it anywhere in the outer
  ring of hexagons."
pace: CSIRO, Capturing: "You can only rescue one piece per turn"
forfeit: as in classic; we do not follow the page on how the game ends
setup: CSIRO, Setup, where the page's board marks them
effect: CSIRO, Capturing: "you can't make a normal move on your turn, and you need to rescue a
  captured piece instead"
aim: as in classic; we do not follow the page on how the game ends
first player: white is our choice; CSIRO, Setup: "Pick one player to go first."
step: CSIRO, Play a turn: "You can move within the same ring, or from one ring to a smaller ring,
  but not to a larger ring." and "You can't jump over other pieces, or go in the same hexagon as
  them."
throne: CSIRO, Play a turn: "You can't put a guard in the centre – only the queen can go there."
queen first: CSIRO, Capturing: "You have to rescue your queen first, if it's captured."
)text";

constexpr std::string_view NETO = R"text(
flank = ring: Neto, Trap: "where there is an enemy piece between it and a friendly one (and all 3
  pieces are in the same ring)"
between = captured: Neto, Trap: "If a piece moves between two enemy pieces, it also gets trapped."
relocation_between = safe: our reading: Neto asks only for "any empty cell"
queen_target = next-ring-any: Neto, Trap: "A trapped piece must, on the next move, be placed on any
  empty cell in the next outer ring"; the fallback is ours
guard_target = next-ring-any: Neto, Trap: "A trapped piece must, on the next move, be placed on any
  empty cell in the next outer ring"; the fallback is ours
relocation_captures: our reading of Neto, Trap: "If a piece moves to a cell"
queen_chooser: Neto, Trap: "the adversary must waste his next move to release the trap"
pace: our reading of Neto, Trap: "his next move"
forfeit: Neto, Goal: "A player looses, if his Guards are positioned immediately around the cell, and
  this is empty."
setup: the page's diagram
effect: Neto, Trap: "A trapped piece must, on the next move, be placed on any empty cell in the next
  outer ring"
aim: Neto, Goal: "Wins the player that places his Queen in the center, surrounded by his six
  Guards."
first player: our choice; Neto does not say
step: Neto, Move: "The Guards and the Queen may move to any adjacent empty cell", "sideways, i.e.,
  in the same ring around the center, or" "into a cell inside the next inner ring, i.e., towards the
  center."
throne: Neto, Move: "A Guard may never enter the center."
queen first: Neto, Trap: "If the Queen and a Guard are trapped at the same time, then the Queen must
  be moved first."
)text";

constexpr std::string_view KANARE = R"text(
effect = remove: Kanare's edition, as Cal's Board Game Musings reports it: "captured pieces leave
  play"; we keep a captured queen and relocate her
guard_target: nowhere, since captured guards leave play
aim: Kanare's edition, as Cal's Board Game Musings reports it: "you win if your queen is in centre
  spot surrounded by whatever guards she has left"; we require at least one
queen first: follows from "captured pieces leave play", in Kanare's edition as reported
no guards: our addition: without guards a side can no longer win
)text";

constexpr std::string_view AGON = R"text(
queen_target = next-ring: ours: a queen that goes where she likes undoes every attack; what she does
  when there is no room, as in penthalon
repetition = loses: ours: no book forbids a repetition; without this rule 46 % of the games are
  drawn at 100,000 nodes an action, with it 8 %
no_action: ours: as in classic; that a side without an action loses instead changes next to nothing
)text";

constexpr PresetData PRESETS[] = {
    {"classic", "", "Wikipedia (English)", CLASSIC},
    {"ham", "classic", "Ham's rules sheet", HAM},
    {"german", "classic", "Wikipedia (German)", GERMAN},
    {"queens-guard", "classic", "Queen's Guard booklet", QUEENS_GUARD},
    {"queens-guard-opponent", "queens-guard", "booklet, alternative rule 2", OPPONENT},
    {"same-ring", "classic", "rules overview", SAME_RING},
    {"way-to-play", "classic", "The Way to Play (Wikipedia)", WAY_TO_PLAY},
    {"botermans", "classic", "Book of Games (Wikipedia)", BOTERMANS},
    {"penthalon", "classic", "Queens & Guards (Wikipedia)", PENTHALON},
    {"bloody-queen", "queens-guard", "booklet, variant", BLOODY_QUEEN},
    {"ludii", "classic", "Ludii 1.3.12's Agon", LUDII},
    {"csiro", "classic", "CSIRO Double Helix (web page)", CSIRO},
    {"neto", "classic", "J. P. Neto (web page)", NETO},
    {"kanare", "classic", "Kanare's edition, as reported", KANARE},
    {"agon", "classic", "our own, from bench/study", AGON},
};

} // namespace

std::span<const PresetData> preset_data() { return PRESETS; }

std::vector<RuleSource> rule_sources(std::string_view text) {
    std::vector<RuleSource> rules;
    std::istringstream lines{std::string(text.substr(1))}; // after the first line feed
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(' ')) {
            rules.back().source += line.substr(1);
            continue;
        }
        const auto colon = line.find(": ");
        const auto equals = std::min(line.find(" = "), colon);
        rules.push_back({.key = line.substr(0, equals),
                         .value = equals < colon ? line.substr(equals + 3, colon - equals - 3) : "",
                         .source = line.substr(colon + 2)});
    }
    return rules;
}

} // namespace agon
