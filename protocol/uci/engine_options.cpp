#include "protocol/uci/engine_options.hpp"

#include "engine/error.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/values.hpp"
#include "search/elo_ladder.hpp"
#include "search/levels.hpp"
#include "search/limits.hpp"
#include "search/options.hpp"
#include "search/tunables.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::protocol {
namespace {

constexpr std::int64_t DEFAULT_ELO = search::MAX_ELO;
constexpr std::string_view PRESETS_OWN_SETUP = "preset";
constexpr std::string_view BUILT_IN_NETWORKS = "<embedded>";

std::vector<std::string> variant_names(const Host& host) {
    std::vector<std::string> names;
    for (const Preset& preset : host.presets().all()) names.push_back(preset.name);
    return names;
}

std::vector<std::string> setup_choices() {
    std::vector<std::string> names{std::string(PRESETS_OWN_SETUP)};
    for (const std::string_view name : setup_names()) names.emplace_back(name);
    return names;
}

/// `UCI_LimitStrength` and `UCI_Elo` together are one option of the engine.
struct Strength {
    bool limited = false;
    int elo = static_cast<int>(DEFAULT_ELO);

    void apply(search::Engine& engine) const {
        engine.options.elo = limited ? std::optional(elo) : std::nullopt;
    }
};

void add_search_options(OptionTable& table, Host& host) {
    search::Engine& engine = host.engine();
    table.add({"Hash", SpinOption{search::DEFAULT_HASH_MB, search::MIN_HASH_MB, search::MAX_HASH_MB,
                                  [&](auto mb) { host.set_hash(static_cast<std::size_t>(mb)); }}});
    table.add({"Clear Hash", ButtonOption{[&] { engine.clear(); }}});
    table.add({"Threads", SpinOption{1, 1, search::MAX_THREADS,
                                     [&](auto n) { host.set_threads(static_cast<int>(n)); }}});
    table.add({"MultiPV", SpinOption{1, 1, search::MAX_MULTI_PV, [&](auto n) {
                                         engine.options.multi_pv = static_cast<int>(n);
                                     }}});
    // Only declares that GUIs may let the engine ponder; `go ponder` always works.
    table.add({"Ponder", CheckOption{false, [](bool) {}}});
    table.add(
        {"EvalFile", StringOption{std::string(BUILT_IN_NETWORKS), [&host](const std::string& file) {
                                      host.load_network(file == BUILT_IN_NETWORKS ? "" : file);
                                  }}});
    table.add({"Move Overhead",
               SpinOption{search::Options{}.move_overhead.count(), 0, 5000, [&](auto ms) {
                              engine.options.move_overhead = search::Milliseconds(ms);
                          }}});
}

void add_rule_options(OptionTable& table, Host& host, const OptionHooks& hooks) {
    table.add({"UCI_Variant",
               ComboOption{std::string(DEFAULT_PRESET), [&host] { return variant_names(host); },
                           [&host](const auto& name) { host.set_variant(name); }}});
    table.add({"VariantPath", StringOption{"", [&host, told = hooks.variants_changed](auto path) {
                                               host.load_variants(path);
                                               told();
                                           }}});
    // find_setup() returns nothing for "preset", so that the preset's own setup is used.
    table.add(
        {"Setup", ComboOption{std::string(PRESETS_OWN_SETUP), setup_choices,
                              [&host](const auto& name) { host.set_setup(find_setup(name)); }}});
    table.add({"RepetitionLimit", SpinOption{DrawLimits{}.repetition, 0, 1000, [&host](auto n) {
                                                 DrawLimits limits = host.draw_limits();
                                                 limits.repetition = static_cast<int>(n);
                                                 host.set_draw_limits(limits);
                                             }}});
    table.add(
        {"NoProgressLimit", SpinOption{DrawLimits{}.no_progress, 0, 1'000'000, [&host](auto n) {
                                           DrawLimits limits = host.draw_limits();
                                           limits.no_progress = static_cast<int>(n);
                                           host.set_draw_limits(limits);
                                       }}});
}

void add_style_options(OptionTable& table, Host& host, const OptionHooks& hooks) {
    search::Engine& engine = host.engine();
    table.add({"Contempt", SpinOption{0, -1000, 1000, [&](auto score) {
                                          engine.options.contempt =
                                              static_cast<search::Score>(score);
                                      }}});
    const auto strength = std::make_shared<Strength>();
    table.add({"UCI_LimitStrength", CheckOption{false, [&engine, strength](bool on) {
                                                    strength->limited = on;
                                                    strength->apply(engine);
                                                }}});
    table.add({"UCI_Elo", SpinOption{DEFAULT_ELO, search::MIN_ELO, search::MAX_ELO,
                                     [&engine, strength](auto elo) {
                                         strength->elo = static_cast<int>(elo);
                                         strength->apply(engine);
                                     }}});
    table.add(
        {"Level", SpinOption{search::HIGHEST_LEVEL, 1, search::HIGHEST_LEVEL, [&host](auto level) {
                                 host.engine().options.level = static_cast<int>(level);
                                 host.draw_level_chance();
                             }}});
    table.add({"Level Seed",
               SpinOption{0, 0, std::numeric_limits<std::int32_t>::max(), [&host](auto seed) {
                              host.set_level_seed(static_cast<std::uint64_t>(seed));
                          }}});
    table.add({"UCI_ShowWDL", CheckOption{false, hooks.show_wdl}});
    table.add({"Debug Log File", StringOption{"", hooks.debug_log_file}});
}

#ifdef AGON_TUNE
void add_tunables(OptionTable& table) {
    for (const search::Tunable& row : search::TUNABLES)
        table.add({std::string(row.name),
                   SpinOption{row.standard, row.least, row.most,
                              [&row](auto value) { *row.value = static_cast<int>(value); }}});
}
#endif

} // namespace

OptionTable engine_options(Host& host, const OptionHooks& hooks) {
    OptionTable table;
    add_search_options(table, host);
    add_rule_options(table, host, hooks);
    add_style_options(table, host, hooks);
#ifdef AGON_TUNE
    add_tunables(table);
#endif
    return table;
}

} // namespace agon::protocol
