// A rule set as data (rules.md section 5). Presets and files that make one: presets.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace agon {

/// Which neighbours flank a cell (rules.md 4.2). Lines: "on adjacent sides of it, in a straight
/// line" (Wikipedia, Captures). Rings: "in the same ring" (Botermans in Wikipedia; rules overview).
enum class Flank : std::uint8_t { Line, Ring };

/// A step between two enemies (rules.md 4.3). Illegal: Wikipedia, Other rules; booklet, Blocking.
/// Safe: booklet, Bloody Queen. Captured: the rules overview, which has no blocking rule.
enum class Between : std::uint8_t { Illegal, Safe, Captured };

/// A relocation between two enemies (rules.md 4.5). The books say "any vacant cell"; we read
/// a relocation as a move that the blocking rule covers; Ludii does not.
enum class RelocationBetween : std::uint8_t { Illegal, Safe };

/// Who picks the cell of a captured queen (rules.md 4.5). Opponent: "any vacant square that his
/// opponent requires" (The Way to Play); booklet, alternative rule 2; rules overview.
enum class QueenChooser : std::uint8_t { Owner, Opponent };

/// Where a captured queen goes (rules.md 4.5). NotThrone: Wikipedia (German); CSIRO. NextRing:
/// Penthalon, an adjacent cell. NextRingAny: Neto, any cell of the ring.
enum class QueenTarget : std::uint8_t { Anywhere, NotThrone, NextRing, NextRingAny };

/// Where a captured guard goes (rules.md 4.5). NextRing: Penthalon. NextRingAny: Neto. All others
/// say the outer ring.
enum class GuardTarget : std::uint8_t { OuterRing, NextRing, NextRingAny };

/// Relocations in a turn (rules.md 4.6). AllInTurn: Wikipedia (German).
enum class Pace : std::uint8_t { OnePerTurn, AllInTurn };

/// What six guards around the throne lead to (rules.md 4.8 c, d). EmptyThrone: "surrounds an empty
/// throne" (Wikipedia). NoOwnQueen: Ham's rule 10; booklet, Game End. Draw, None: other programs.
enum class Forfeit : std::uint8_t { EmptyThrone, NoOwnQueen, Draw, None };

/// Named setups (rules.md section 3).
enum class Setup : std::uint8_t { Standard, Placement, Flanked };

/// What a capture does: relocation (rules.md 4.4 to 4.6), or all of Bloody Queen (rules.md section
/// 7), which settles captures by its own rules and fixes all other fields but `setup`. Remove:
/// captured guards leave the game at once, queens are relocated (rules.md 4.10).
enum class Effect : std::uint8_t { Relocate, Bloody, Remove };

/// Who loses by a repeated position (rules.md 4.9). Loses: the side that chose the action, as in
/// Arimaa.
enum class Repetition : std::uint8_t { Draw, Loses };

/// A side without an action (rules.md 4.7). Loses: another program.
enum class NoAction : std::uint8_t { Pass, Loses };

/// Where guards are placed from reserve (rules.md section 3). OuterRing: a page of rules.
enum class Placement : std::uint8_t { Anywhere, OuterRing };

/// The rules of one game. The defaults are the preset `classic`.
struct RuleSet {
    Flank flank = Flank::Line;
    Between between = Between::Illegal;
    RelocationBetween relocation_between = RelocationBetween::Illegal;
    bool relocation_captures = true; ///< as a step does (rules.md 4.4); no: Ludii, Bloody Queen
    QueenChooser queen_chooser = QueenChooser::Owner;
    QueenTarget queen_target = QueenTarget::Anywhere;
    GuardTarget guard_target = GuardTarget::OuterRing;
    Pace pace = Pace::OnePerTurn;
    Forfeit forfeit = Forfeit::EmptyThrone;
    Setup setup = Setup::Standard; ///< the default setup; does not affect play
    Effect effect = Effect::Relocate;
    Repetition repetition = Repetition::Draw;
    NoAction no_action = NoAction::Pass;
    Placement placement = Placement::Anywhere;

    [[nodiscard]] constexpr bool bloody() const { return effect == Effect::Bloody; }
    /// Whether guards can leave the game: a side wins with those that remain, and loses with none.
    [[nodiscard]] constexpr bool removes() const { return effect != Effect::Relocate; }
    friend constexpr bool operator==(const RuleSet&, const RuleSet&) = default;
};

/// A value of a field: as rules files and tables spell it, and what it means in play.
struct RuleValue {
    std::string_view name;
    std::string_view sentence; ///< or several
};

/// The section of a rule set's page that describes the field (rules_page.hpp).
enum class RuleSection : std::uint8_t { Setup, Blocking, Capturing, Relocating, Several, End };

/// One row of the table of rules: everything about a field of RuleSet except its effect on play.
/// Stored rules that lack a key have the default of RuleSet.
struct RuleField {
    std::string_view key;
    std::array<std::string_view, 2> heading; ///< of its column in the table of presets, two lines
    RuleSection section;
    std::span<const RuleValue> values; ///< in the order of the field's enumerators
    std::string_view bloody;           ///< the sentence in Bloody Queen; empty: the value's own
    bool open = true;                  ///< false: "bloody" stands for its value in Bloody Queen
    std::size_t (*get)(const RuleSet&) = nullptr;       ///< index into `values`
    void (*set)(RuleSet&, std::size_t value) = nullptr; ///< precondition: value < values.size()

    [[nodiscard]] std::string_view text(const RuleSet& rules) const {
        return values[get(rules)].name;
    }
    /// The index of a value spelled exactly like this; nullopt if there is none.
    [[nodiscard]] std::optional<std::size_t> find_value(std::string_view text) const;
};

inline constexpr std::size_t RULE_FIELD_COUNT = 14;

/// All fields: those of the table of rules.md section 5, then `effect` and those of rules.md
/// section 5 (Other readings).
[[nodiscard]] const std::array<RuleField, RULE_FIELD_COUNT>& rule_fields();

/// The position in rule_fields() of a key; nullopt if there is no such key.
[[nodiscard]] std::optional<std::size_t> find_rule_field(std::string_view key);

/// The first rows of the table are the fields of version 0.3, in its order. Data of that version
/// has their values without keys.
inline constexpr std::size_t OLD_RULE_FIELDS = 11;

/// A field's value as the table of rules.md section 5 spells it: its own, and "bloody" for the
/// four fields that Bloody Queen does not leave open.
[[nodiscard]] std::string_view rule_value(const RuleSet& rules, const RuleField& field);

/// What the field means in play under these rules, as one or more sentences.
[[nodiscard]] std::string_view rule_sentence(const RuleSet& rules, const RuleField& field);

/// The text of a setup's first position (rules.md section 3).
[[nodiscard]] std::string_view setup_text(Setup setup);

/// "standard placement flanked", in the order of Setup's enumerators.
[[nodiscard]] std::span<const std::string_view> setup_names();

/// Returns nullopt if setup_names() has no such name.
[[nodiscard]] std::optional<Setup> find_setup(std::string_view name);

} // namespace agon
