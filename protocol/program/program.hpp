// What the programs of this folder do at their edge.
#pragma once

#include <boost/program_options.hpp>

#include <exception>
#include <iostream>
#include <string>
#include <vector>

namespace agon::program {

/// Fills the variables of `all` from the command line after the program's name, or a command's.
/// False when --help was among it: `shown` has then been printed. Throws
/// boost::program_options::error.
inline bool read_options(const std::vector<std::string>& args,
                         const boost::program_options::options_description& all,
                         const boost::program_options::positional_options_description& words,
                         const boost::program_options::options_description& shown,
                         boost::program_options::variables_map& given) {
    namespace po = boost::program_options;
    po::store(po::command_line_parser(args).options(all).positional(words).run(), given);
    po::notify(given);
    if (given.count("help") == 0) return true;
    std::cout << shown << std::flush;
    return false;
}

/// The exit status of run(); what it throws becomes a line on standard error, and `failure`.
template<class Run>
int exit_status(const char* program, int failure, Run run) {
    try {
        return run();
    } catch (const std::exception& error) {
        std::cerr << program << ": " << error.what() << '\n';
        return failure;
    }
}

} // namespace agon::program
