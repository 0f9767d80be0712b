// Input: a network's file; also the beginning of one, in place of as many bytes of a whole file,
// whose checksum is then right.
//
//  - A refusal is one short line.
//  - What is read is written and read as the same network, and its head says what it was trained
//  on.
//  - A set installs only the network of its label: after a refusal it has none, and then takes the
//    right one.
#include "engine/error.hpp"
#include "search/nnue/built_in_networks.hpp"
#include "search/nnue/network_file.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/crc.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace agon;
using namespace agon::search;

namespace {

void check_refusal(const Error& error) {
    constexpr std::size_t LONGEST = 1000;
    const std::string_view text = error.what();
    if (text.empty() || text.size() > LONGEST || !fuzz::is_one_line(text))
        fuzz::broken("a refusal is a short line", text);
}

/// A whole file.
const std::string& whole() {
    static const std::string file =
        nnue::write_network(*nnue::built_in_networks().network_for(RuleSet()).network);
    return file;
}

const std::string& label() {
    static const std::string text =
        whole().substr(0, 1024) + whole().substr(whole().size() - nnue::CHECKSUM_SIZE);
    return text;
}

std::string with_beginning(std::string_view input) {
    std::string file(whole(), 0, whole().size() - nnue::CHECKSUM_SIZE);
    file.replace(0, input.size(), input);
    return file + support::little_endian(support::crc32(file), nnue::CHECKSUM_SIZE);
}

void check_read(const std::string& file) {
    std::unique_ptr<const nnue::Network> network;
    try {
        network = nnue::read_network(file);
    } catch (const Error& error) {
        return check_refusal(error);
    }
    if (nnue::read_trained_on(file) != network->trained_on)
        fuzz::broken("the head says what a network was trained on", "");
    const std::string written = nnue::write_network(*network);
    if (nnue::write_network(*nnue::read_network(written)) != written)
        fuzz::broken("what is written is read as the same network", "");
}

void check_head(const std::string& file) {
    try {
        if (nnue::read_trained_on(file).empty())
            fuzz::broken("a network was trained on something", "");
    } catch (const Error& error) {
        check_refusal(error);
    }
}

void check_set(const std::string& file) {
    nnue::NetworkSet networks(std::vector<nnue::NetworkSet::Part>{{"one", label()}});
    bool refused = false;
    try {
        networks.install("one", file);
    } catch (const Error& error) {
        check_refusal(error);
        refused = true;
    }
    if (refused == (file == whole())) fuzz::broken("a set installs the network of its label", "");
    if (networks.installed().size() != (refused ? 0U : 1U))
        fuzz::broken("what is refused is not installed", "");
    if (refused) networks.install("one", whole());
    if (networks.missing(RuleSet()) != "") fuzz::broken("a set takes the right network", "");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    if (size + nnue::CHECKSUM_SIZE > whole().size()) return 0;
    for (const std::string& file : {std::string(input), with_beginning(input)}) {
        check_head(file);
        check_read(file);
        check_set(file);
    }
    return 0;
}
