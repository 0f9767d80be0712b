#include "protocol/uci/options.hpp"

#include "engine/error.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/session/tokens.hpp"
#include "search/limits.hpp"

#include <algorithm>
#include <cassert>
#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

namespace agon::protocol {
namespace {

constexpr std::string_view EMPTY = "<empty>";

template<class... Visitors>
struct Overloaded : Visitors... {
    using Visitors::operator()...;
};
template<class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

bool same_name(std::string_view a, std::string_view b) {
    Tokens left(a);
    Tokens right(b);
    while (!left.done() && left.take(right.peek())) right.next();
    return left.done() && right.done();
}

std::string type_text(const Option& option) {
    return std::visit(
        Overloaded{
            [](const SpinOption& spin) {
                return fmt::format("spin default {} min {} max {}", spin.initial, spin.least,
                                   spin.most);
            },
            [](const CheckOption& check) { return fmt::format("check default {}", check.initial); },
            [](const ComboOption& combo) {
                return fmt::format("combo default {} var {}", combo.initial,
                                   fmt::join(combo.choices(), " var "));
            },
            [](const ButtonOption&) { return std::string("button"); },
            [](const StringOption& string) {
                return fmt::format("string default {}",
                                   string.initial.empty() ? EMPTY : string.initial);
            },
        },
        option.kind);
}

std::string declare(const Option& option) {
    return fmt::format("option name {} type {}", option.name, type_text(option));
}

// Each throws for a bad value, and names the option.

void assign(const std::string& name, const SpinOption& spin, std::string_view value) {
    spin.set(program::number<std::int64_t>(name, value, spin.least, spin.most));
}

void assign(const std::string& name, const CheckOption& check, std::string_view value) {
    const bool on = equal_ignoring_case(value, "true");
    if (!on && !equal_ignoring_case(value, "false"))
        throw program::unexpected(name, "true or false", value);
    check.set(on);
}

void assign(const std::string& name, const ComboOption& combo, std::string_view value) {
    std::vector<std::string> choices = combo.choices();
    for (const std::string& choice : choices)
        if (equal_ignoring_case(value, choice)) return combo.set(choice);
    (void)program::choice(name, std::string(value), choices);
}

void assign(const std::string&, const ButtonOption& button, std::string_view) { button.press(); }

void assign(const std::string&, const StringOption& string, std::string_view value) {
    string.set(std::string(value == EMPTY ? "" : value));
}

} // namespace

const Option* OptionTable::find(std::string_view name) const {
    const auto it = std::ranges::find_if(
        options_, [&](const Option& option) { return same_name(option.name, name); });
    return it == options_.end() ? nullptr : &*it;
}

std::vector<std::string> OptionTable::declarations() const {
    std::vector<std::string> lines;
    std::ranges::transform(options_, std::back_inserter(lines), declare);
    return lines;
}

std::string OptionTable::declaration(std::string_view name) const {
    const Option* option = find(name);
    assert(option != nullptr);
    return declare(*option);
}

void OptionTable::set(std::string_view name, std::string_view value) const {
    const Option* option = find(name);
    if (option == nullptr) throw Error("no option is named " + in_quotes(name));
    try {
        std::visit([&](const auto& kind) { assign(option->name, kind, value); }, option->kind);
    } catch (const Error& error) {
        throw Error(option->name + ": " + error.what());
    }
}

} // namespace agon::protocol

#ifdef AGON_TUNE
#include "search/tunables.hpp"
#endif

#include <memory>

namespace agon::protocol {
namespace {

constexpr std::int64_t DEFAULT_ELO = search::MAX_ELO;
constexpr std::string_view PRESETS_OWN_SETUP = "preset";

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
        {"EvalFile", StringOption{"", [&host](const auto& file) { host.load_network(file); }}});
    table.add(
        {"TablePath", StringOption{"", [&host](const auto& folder) { host.load_tables(folder); }}});
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
    table.add({"Level",
               SpinOption{search::HIGHEST_LEVEL, 1, search::HIGHEST_LEVEL, [&engine](auto level) {
                              engine.options.level = static_cast<int>(level);
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
