#include "tools/match/commands/report_command.hpp"

#include "engine/error.hpp"
#include "tools/match/commands/journal_arguments.hpp"
#include "tools/match/report/report.hpp"

#include <fstream>
#include <iostream>

namespace agon::match {
namespace {

const char* const USAGE = "agon-match report JOURNAL... -o PAGE.html";

} // namespace

int report_command(const std::vector<std::string>& args) {
    const auto given = read_journal_arguments(
        args, USAGE, "the match of these journals as one page for a browser");
    if (!given) return 0;
    const std::string& page = given->output;
    if (page.empty()) throw Error(USAGE);
    const std::string text = report_page(read_journals(given->journals));
    std::ofstream out(page);
    out << text << std::flush;
    if (!out) throw Error("cannot write " + page);
    std::cout << "Wrote " << page << std::endl;
    return 0;
}

} // namespace agon::match
