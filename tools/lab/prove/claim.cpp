#include "tools/lab/prove/claim.hpp"

#include "engine/notation/notation.hpp"
#include "tools/lab/prove/goals.hpp"

#include <fmt/format.h>

#include <string>

namespace agon::prove {

std::string words_of(const Claim& claim) {
    return fmt::format("{}{}", claim.settings.side == Side::White ? "white" : "black",
                       goals_of(claim.preset.rules, claim.settings.throne_only).arrival
                           ? "'s queen reaches the throne"
                           : " cannot lose");
}

std::string claim_lines(const Claim& claim) {
    const Goals goals = goals_of(claim.preset.rules, claim.settings.throne_only);
    std::string text = "variant " + claim.preset.name + "\nrules";
    for (const RuleField& field : rule_fields())
        if (field.key != "setup" && field.get(claim.preset.rules) != field.get(RuleSet()))
            text += fmt::format(" {}={}", field.key, field.text(claim.preset.rules));
    text +=
        fmt::format("\nsetup {}\nside {}\n{}", setup_names()[static_cast<std::size_t>(claim.setup)],
                    claim.settings.side == Side::White ? "white" : "black",
                    goals.arrival ? "reaches" : "refuges");
    if (goals.throne) text += " throne";
    if (goals.gap) text += " gap";
    if (goals.pair) text += " pair";
    if (goals.guards) text += " guards";
    if (goals.fortress) text += " fortress";
    if (goals.seal) text += " seal";
    return text + '\n';
}

std::string board_and_turn(const Position& position) {
    std::string text = to_text(position);
    for (int field = 0; field < 2; ++field) text.resize(text.rfind(' '));
    return text;
}

} // namespace agon::prove
