#include "protocol/cli/program.hpp"
#include "protocol/command_line.hpp"

#include <iostream>

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr); // the session's lines are written and flushed by another thread
    return agon::program::run_main("agon", argc, argv, agon::protocol::run_command_line);
}
