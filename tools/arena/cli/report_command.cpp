#include "engine/error.hpp"
#include "engine/open_file.hpp"
#include "engine/path_text.hpp"
#include "protocol/record/distinct_files.hpp"
#include "protocol/record/output_file.hpp"
#include "tools/arena/cli/commands.hpp"

#include "protocol/cli/options.hpp"
#include "protocol/cli/values.hpp"
#include "tools/arena/cli/conversion.hpp"
#include "tools/arena/cli/game_files.hpp"
#include "tools/arena/web/page.hpp"
#include "tools/arena/web/report.hpp"
#include "tools/arena/web/study_page.hpp"
#include "tools/arena/web/tuning_page.hpp"

#include <iostream>

namespace agon::arena {

namespace {

std::string page_of_study(const std::string& file) {
    constexpr std::uintmax_t MAX_BYTES = 64 << 20;
    std::ifstream in = open_text(path_of(file), MAX_BYTES);
    try {
        const Json study = parse_json(in);
        if (study.is_discarded()) throw Error("not JSON");
        return study_page(study);
    } catch (const std::exception& fault) {
        throw Error(file + ": " + fault.what());
    }
}

} // namespace

int report_command(const std::vector<std::string>& args) {
    std::vector<std::string> files;
    std::string page;
    bool study = false;
    DefaultRules rules;
    program::Options options(
        "agon-match report",
        "agon-match report FILE... -o PAGE.html\n"
        "a match as one page for a browser, with every game on a board; or a tuning, or a study\n",
        "  agon-match report match.jsonl -o match.html\n"
        "  agon-match report shard-*.jsonl -o match.html\n"
        "  agon-match report games/2026-11-21-101530.pgn -o game.html\n"
        "  agon-match report --study figures/study.json -o study.html\n");
    options.output("output,o", page, "the page")
        .text("variant", rules.variant, "NAME", "rules of files that do not give any")
        .text("setup", rules.setup, "NAME", "setup of files that do not give any")
        .text("variant-path", rules.variant_path, "FILE", "your own rules")
        .flag("study", study, "FILE is a study of rule sets by tools/lab/study/run")
        .words(files, "FILE", 1, std::string::npos);
    if (!options.read(args)) return 0;
    if (page.empty()) throw program::UsageError("-o PAGE.html is missing");
    if (study && files.size() > 1) throw program::UsageError("--study: expected one FILE");
    std::vector<std::filesystem::path> inputs;
    std::ranges::transform(files, std::back_inserter(inputs), path_of);
    inputs.push_back(path_of(rules.variant_path));
    require_distinct(inputs, {{"-o", path_of(page)}});
    OutputFile(path_of(page), page::PAGE_KIND)
        .write(study                               ? page_of_study(files.front())
               : is_tuning(path_of(files.front())) ? tuning_page(read_tunings(files))
                                                   : report_page(read_match(files, rules)));
    std::cout << "Wrote " << page << std::endl;
    return 0;
}

} // namespace agon::arena
