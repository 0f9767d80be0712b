#include "engine/error.hpp"
#include "tools/match/play_command.hpp"

#include <iostream>
#include <string_view>

namespace {

constexpr std::string_view USAGE = "usage: agon-match play [options]; see agon-match play --help";

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> args(argv + 1, argv + argc);
    try {
        if (!args.empty() && args.front() == "play")
            return agon::match::play_command({args.begin() + 1, args.end()});
        std::cerr << USAGE << '\n';
        return 2;
    } catch (const std::exception& error) {
        std::cerr << "agon-match: " << error.what() << '\n';
        return 1;
    }
}
