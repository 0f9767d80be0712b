// The rules of the game as sentences, by field and value.
#include "engine/rulesets/rules_text.hpp"

namespace agon {
namespace {

using Sentences = std::array<std::string_view, 4>; ///< by value; no field has more than four

constexpr std::array<Sentences, RULE_FIELD_COUNT> SENTENCES = {{
    // flank
    {"A cell is between two enemy pieces when they hold two opposite neighbours of it, in a "
     "straight line.",
     "A cell is between two enemy pieces when they hold both of its neighbours on its own ring. "
     "The throne, a ring by itself, is never between two."},
    // between
    {"A piece may not step to a cell between two enemy pieces.",
     "A piece may step to a cell between two enemy pieces, and is not captured by that.",
     "A piece may step to a cell between two enemy pieces, but is captured by that."},
    // relocation_between
    {"A captured piece may not be put between two pieces of the other side, whoever chooses the "
     "cell.",
     "A captured piece may be put between two pieces of the other side, and is not captured by "
     "that."},
    // relocation_captures
    {"A relocated piece captures nothing where it lands.",
     "A relocated piece captures where it lands, as a stepping piece does."},
    // queen_chooser
    {"Her owner chooses the cell for a captured queen.",
     "The opponent chooses the cell for a captured queen; it is her owner's turn that is spent."},
    // queen_target
    {"A captured queen goes to any vacant cell, the throne included.",
     "A captured queen goes to any vacant cell but the throne.",
     "A captured queen goes to an adjacent cell on the next ring outward. If there is none where "
     "she may be put, or she stands on the outer ring, she goes to any cell of the outer ring "
     "where she may be put.",
     "A captured queen goes to any cell of the next ring outward where she may be put. If that ring "
     "has none, she goes to the next one outward; from the outer ring, to the outer ring."},
    // guard_target
    {"A captured guard goes to any vacant cell of the outer ring, of its owner's choice.",
     "A captured guard goes to an adjacent cell on the next ring outward, of its owner's choice. "
     "If there is none where it may be put, or it stands on the outer ring, it goes to any cell "
     "of the outer ring where it may be put.",
     "A captured guard goes to any cell of the next ring outward where it may be put, of its "
     "owner's choice. If that ring has none, it goes to the next one outward; from the outer ring, "
     "to the outer ring."},
    // pace
    {"One relocation is the whole turn, however many pieces of the side are captured.",
     "A turn that begins with a relocation goes on until none of the side's pieces is captured, "
     "and then ends."},
    // forfeit
    {"A side whose six guards fill the ring around the throne loses if the throne is empty.",
     "A side whose six guards fill the ring around the throne loses unless its own queen stands "
     "on the throne."},
    // setup
    {"The queens stand in opposite corners, and each side's guards on the outer ring, 4, 9 and "
     "13 cells each way from their own queen.",
     "Only the queens stand on the board, in opposite corners. The sides place their guards in "
     "turn, one at a time, each on any vacant cell but the throne; until all are placed, nothing "
     "else is played and nothing is blocked or captured.",
     "The queens stand in opposite corners, and each side's guards on the outer ring beside "
     "their own queen, three each way."},
    // effect
    {"A captured piece is not removed but relocated: a side that has captured pieces at its turn "
     "must relocate one of them, and may do nothing else. The cell that the piece leaves does "
     "not count as vacant.",
     "The side that has trapped a piece settles it. A guard trapped by a pair that includes the "
     "queen is removed from the game at once, as part of the step.",
     "A captured guard leaves the game at once, as part of the action that captures it. A captured "
     "queen is relocated: a side whose queen is captured at its turn must relocate her, and may do "
     "nothing else. The cell that she leaves does not count as vacant."},
}};

/// What the values mean where the effect is bloody; `setup` and `effect` are as above.
constexpr std::array<std::string_view, RULE_FIELD_COUNT - 2> BLOODY_SENTENCES = {
    // flank
    "An enemy piece is trapped when it stands between the piece that has just stepped and "
    "another piece of that side, on opposite sides of it in a straight line.",
    // between
    "There is no blocking: a piece may step to a cell between two enemy pieces, and is not "
    "trapped by that.",
    // relocation_between
    "A settled piece may be put between two pieces of the other side, and is not trapped by that.",
    // relocation_captures
    "Only a step traps; settling traps nothing.",
    // queen_chooser
    "The side that trapped a queen exchanges her for one of that queen's outermost guards, those "
    "on the highest ring on which her side has guards, and chooses which.",
    // queen_target
    "The queen takes that guard's cell, and the guard leaves the game.",
    // guard_target
    "A guard trapped by two guards is put, by the side that trapped it, on any vacant cell of the "
    "ring one outward; if that ring is full, of the next ring outward; from the outer ring, on "
    "any vacant cell of the outer ring.",
    // pace
    "All trapped pieces are settled within the turn of the side that trapped them, one action "
    "each; then the turn ends.",
    // forfeit
    "When nothing is left to settle, a side loses whose six guards fill the ring around the "
    "throne, unless its own queen stands on the throne.",
};

/// What replaces a sentence where captured guards leave the game.
constexpr std::string_view NO_GUARD_TARGET = "A captured guard is not put anywhere.";

/// Whether Bloody Queen (rules.md section 7) leaves the field a choice of values.
constexpr bool is_open(std::string_view key) {
    return key != "queen_chooser" && key != "queen_target" && key != "guard_target" &&
           key != "pace";
}

} // namespace

std::string_view rule_value(const RuleSet& rules, std::size_t field) {
    const RuleField& its = rule_fields()[field];
    return rules.bloody() && !is_open(its.key) ? "bloody" : its.text(rules);
}

std::string_view rule_sentence(const RuleSet& rules, std::size_t field) {
    if (rules.bloody() && field < BLOODY_SENTENCES.size()) return BLOODY_SENTENCES[field];
    if (rules.effect == Effect::Remove && rule_fields()[field].key == "guard_target")
        return NO_GUARD_TARGET;
    return SENTENCES[field][rule_fields()[field].get(rules)];
}

std::string_view common_sentence(const RuleSet& rules, CommonRule rule) {
    const bool bloody = rules.bloody();
    switch (rule) {
    case CommonRule::Aim:
        if (rules.effect == Effect::Remove)
            return "A side wins when its queen stands on the throne and all its remaining guards, "
                   "at least one of them and none in reserve, on the ring around it, whichever "
                   "side's action brought that about.";
        return bloody ? "When nothing is left to settle, a side wins that has its queen on the "
                        "throne and all its remaining guards, at least one of them, on the ring "
                        "around it."
                      : "A side wins when its queen stands on the throne and its six guards on "
                        "the ring around it, whichever side's action brought that about.";
    case CommonRule::FirstPlayer: return "White plays first, and turns alternate.";
    case CommonRule::Step:
        return "A piece steps to an adjacent vacant cell on its own ring or on the next ring "
               "inward, never outward.";
    case CommonRule::Throne: return "Only a queen may enter the throne.";
    case CommonRule::QueenFirst:
        if (rules.effect == Effect::Remove)
            return "Captured guards are gone, so a captured queen is all that is to be relocated.";
        return bloody ? "A trapped queen is settled before any guards; they follow in any order."
                      : "A captured queen is relocated before any guards; they follow in any "
                        "order.";
    case CommonRule::NoGuards:
        return rules.removes() ? "A side that has lost its last guard loses at once." : "";
    }
    return "";
}

} // namespace agon
