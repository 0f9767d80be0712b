#include "tools/match/commands/journal_arguments.hpp"

#include "engine/error.hpp"
#include "protocol/program/program.hpp"

namespace agon::match {

namespace po = boost::program_options;

std::optional<JournalArguments> read_journal_arguments(const std::vector<std::string>& words,
                                                       const std::string& usage,
                                                       const std::string& makes) {
    JournalArguments args;
    po::options_description shown(usage + ": " + makes), all;
    shown.add_options()("help", "this text");
    shown.add_options()(",o", po::value(&args.output)->value_name("FILE"), "where it is written");
    all.add(shown).add_options()("journal", po::value(&args.journals));
    po::positional_options_description places;
    places.add("journal", -1);
    try {
        po::variables_map given;
        if (!program::read_options(words, all, places, shown, given)) return std::nullopt;
    } catch (const po::error& error) {
        throw Error(std::string(error.what()) + "; " + usage);
    }
    if (args.journals.empty()) throw Error(usage);
    return args;
}

} // namespace agon::match
