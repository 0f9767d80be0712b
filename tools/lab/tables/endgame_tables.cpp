#include "tools/lab/tables/endgame_tables.hpp"

#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/zobrist.hpp"
#include "engine/open_file.hpp"
#include "tools/lab/tables/table_position.hpp"

#include <algorithm>
#include <fstream>
#include <string>

namespace agon::tables {

bool has_endgame_tables(const RuleSet& rules) {
    return rules.effect == Effect::Remove && rules.flank == Flank::Line &&
           rules.between == Between::Illegal &&
           rules.relocation_between == RelocationBetween::Illegal && rules.relocation_captures &&
           rules.pace == Pace::OnePerTurn && rules.queen_chooser == QueenChooser::Owner &&
           rules.queen_target == QueenTarget::Anywhere && rules.no_action == NoAction::Pass &&
           rules.repetition == Repetition::Draw;
}

std::shared_ptr<const EndgameTables> EndgameTables::load(const std::filesystem::path& folder) {
    auto tables = std::make_shared<EndgameTables>();
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        if (entry->path().extension() == ".agt") files.push_back(entry->path());
    if (error) throw Error("cannot read " + folder.string() + ": " + error.message());
    std::ranges::sort(files);
    for (const auto& file : files) {
        std::ifstream stream = open_regular(file, MAX_TABLE_BYTES);
        std::string bytes(static_cast<std::size_t>(std::filesystem::file_size(file)), '\0');
        if (!stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
            throw Error("cannot read " + file.string());
        try {
            tables->add(std::make_shared<const EndgameTable>(std::move(bytes)));
        } catch (const Error& fault) {
            throw Error(file.string() + ": " + fault.what());
        }
    }
    return tables;
}

void EndgameTables::add(std::shared_ptr<const EndgameTable> table) {
    if (!tables_.empty() && tables_[0]->rules() != table->rules())
        throw Error("for other rules than the first table there");
    const TableClass guards = table->index().guards();
    max_pieces_ = std::max(max_pieces_, guards.own + guards.other + 2);
    std::erase_if(tables_, [&](const auto& old) { return old->index().guards() == guards; });
    tables_.push_back(std::move(table));
}

bool EndgameTables::are_for(const RuleSet& rules) const {
    return !tables_.empty() && tables_[0]->rules() == table_rules(rules);
}

const EndgameTable* EndgameTables::find(TableClass guards) const {
    for (const auto& table : tables_)
        if (table->index().guards() == guards) return table.get();
    return nullptr;
}

std::optional<TableValue> EndgameTables::probe(const RuleSet& rules, const Position& p) const {
    if (const auto end = decided(rules, p)) {
        if (!end->winner) return TableValue{};
        return TableValue{*end->winner == p.turn ? 1 : -1, 0};
    }
    if (!may_have(p) || p.placing()) return std::nullopt;
    if (const auto pieces = table_pieces(p)) {
        const TableClass guards = {pieces->own_guards.count(), pieces->other_guards.count()};
        const EndgameTable* const table = find(guards);
        if (table == nullptr) return std::nullopt;
        return TableValue::of(table->code(table->index().number(*pieces)));
    }
    const auto best = best_action(rules, p); // captures that no game produces
    return best ? std::optional(best->second) : std::nullopt;
}

/// With the value of the resulting position. Returns nullopt if a successor's value is unknown.
std::optional<std::pair<Move, TableValue>> EndgameTables::best_action(const RuleSet& rules,
                                                                      const Position& p) const {
    MoveList moves;
    legal_moves(rules, p, moves);
    std::optional<std::pair<Move, TableValue>> best;
    for (const Move move : moves) {
        const auto reply = probe(rules, after(rules, p, move));
        if (!reply) return std::nullopt;
        const TableValue value = reply->one_action_before();
        if (!best || value.better_than(best->second)) best.emplace(move, value);
    }
    return best;
}

std::vector<Move> EndgameTables::line(const RuleSet& rules, Position position,
                                      std::size_t most) const {
    std::vector<Move> line;
    while (line.size() < most && may_have(position) && !is_decided(rules, position)) {
        const auto best = best_action(rules, position);
        if (!best || best->second.winner == 0) break;
        line.push_back(best->first);
        apply(rules, position, best->first);
    }
    return line;
}

} // namespace agon::tables
