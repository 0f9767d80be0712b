#include "tools/match/report_command.hpp"

#include "engine/error.hpp"
#include "tools/match/report.hpp"

#include <fstream>
#include <iostream>

namespace agon::match {
namespace {

const char* const USAGE = "agon-match report JOURNAL... -o PAGE.html";

} // namespace

int report_command(const std::vector<std::string>& args) {
    std::vector<std::string> journals;
    std::string page;
    for (std::size_t i = 0; i < args.size(); ++i) {
        if (args[i] == "--help") {
            std::cout << USAGE << ": the match of these journals as one page for a browser\n"
                      << std::flush;
            return 0;
        }
        if (args[i] == "-o") {
            if (++i == args.size()) throw Error("-o needs a file");
            page = args[i];
        } else {
            journals.push_back(args[i]);
        }
    }
    if (journals.empty() || page.empty()) throw Error(USAGE);
    const std::string text = report_page(read_journals(journals));
    std::ofstream out(page);
    out << text << std::flush;
    if (!out) throw Error("cannot write " + page);
    std::cout << "Wrote " << page << std::endl;
    return 0;
}

} // namespace agon::match
