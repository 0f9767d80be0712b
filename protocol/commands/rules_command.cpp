// `agon rules`.
#include "engine/draw/rules_page.hpp"
#include "engine/path_text.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/commands/commands.hpp"

#include <iostream>
#include <string>
#include <string_view>

namespace agon::protocol {
namespace {

Presets presets_with(const std::string& variant_path) {
    Presets presets;
    if (!variant_path.empty())
        program::reading_file("--variant-path", [&] { presets.load(path_of(variant_path)); });
    return presets;
}

/// The preset that the value of `what` names.
const Preset& preset_of(const Presets& presets, std::string_view what, const std::string& name) {
    return presets.at(program::choice(what, name, program::words_of(presets.all(), &Preset::name)));
}

} // namespace

int rules(const program::Words& args) {
    program::Words names;
    std::string path, variant;
    bool diff = false;
    program::Options options("agon rules",
                             "agon rules                the table of presets\n"
                             "agon rules PRESET         one of them in full\n"
                             "agon rules --diff A B     what differs between two\n",
                             "  agon rules ham\n  agon rules --diff ham german\n"
                             "  agon rules mine --variant-path my-rules.ini\n");
    options.flag("diff", diff, "compare two presets");
    options.text("variant", variant, "NAME", "the same as PRESET");
    options.input("variant-path", path, "rules file with more presets");
    options.words(names, "PRESET", 0, 2);
    if (!options.read(args)) return 0;
    if (!variant.empty()) names.insert(names.begin(), variant);
    if (diff ? names.size() != 2 : names.size() > 1)
        throw program::UsageError("--diff compares two presets; see 'agon rules --help'");
    const Presets presets = presets_with(path);
    const auto preset = [&](std::size_t i) -> const Preset& {
        return preset_of(presets, i == 0 && !variant.empty() ? "--variant" : "PRESET", names[i]);
    };
    if (diff)
        std::cout << preset_difference(preset(0), preset(1));
    else
        std::cout << (names.empty() ? preset_table(presets) : preset_page(preset(0)));
    return 0;
}

} // namespace agon::protocol
