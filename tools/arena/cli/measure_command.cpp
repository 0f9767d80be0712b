#include "engine/path_text.hpp"
#include "tools/arena/cli/commands.hpp"

#include "engine/error.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/values.hpp"
#include "tools/arena/journal/journal.hpp"
#include "tools/arena/journal/json_lines.hpp"
#include "tools/arena/web/game_figures.hpp"
#include "tools/arena/web/game_json.hpp"

#include <algorithm>
#include <iostream>

namespace agon::arena {

int measure_command(const std::vector<std::string>& args) {
    std::vector<std::string> files;
    std::vector<int> pages;
    program::Options options("agon-match measure",
                             "agon-match measure JOURNAL... [--page GAME]\n"
                             "prints a line of JSON for each game: its length, legal\n"
                             "actions, captures, relocations and how the lead changed\n",
                             "  agon-match measure match.jsonl\n"
                             "  agon-match measure match.jsonl --page 12 --page 40\n");
    options
        .value("page", "GAME", "this game instead, as the page of a report reads it",
               [&](const std::string& what, const std::string& text) {
                   pages.push_back(program::number<int>(what, text, 1));
               })
        .words(files, "JOURNAL", 1, std::string::npos);
    if (!options.read(args)) return 0;
    std::size_t found = 0;
    for (const std::string& file : files) {
        JournalReader journal(path_of(file));
        while (const auto record = journal.next()) {
            if (pages.empty()) {
                Json line{{"file", file}};
                line.update(figures_json(*record, journal.rules()));
                std::cout << one_line(line) << '\n';
            } else if (std::ranges::find(pages, record->number) != pages.end()) {
                ++found;
                const GameClock none{TimeControl{}};
                std::cout << one_line(page_json(*record, journal.rules(), {none, none})) << '\n';
            }
        }
    }
    if (found < pages.size()) throw Error("--page: there is no such game");
    std::cout << std::flush;
    return 0;
}

} // namespace agon::arena
