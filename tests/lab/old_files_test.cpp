// Files in tests/data/old that the programs of version 0.3 (commit 94cfb28) wrote with these
// commands; `agon` is from that commit too:
//
//   agon-match -engine cmd=agon name=A -engine cmd=agon name=B -engine cmd=agon name=C
//       -each nodes=20 -variant penthalon -tournament swiss -rounds 2 -maxmoves 2
//       -journal file=swiss.jsonl
//   agon-train play -o games --games 4 --nodes 20 --actions 8 --seed 3 --variant classic penthalon
//   agon-train fit games -o network --start START --epochs 3 --batch 16 --checkpoint checkpoint
//
// The checkpoint is that of a training interrupted after its first epoch. START has weights in one
// unit only, so that both files are small when compressed.
#include "engine/rules/presets.hpp"
#include "search/nnue/network_file.hpp"
#include "tests/lab/train_records.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/crc.hpp"
#include "tools/arena/journal/journal.hpp"
#include "tools/arena/web/report.hpp"
#include "tools/lab/train/checkpoint.hpp"

#include <doctest/doctest.h>

#include <tuple>

using namespace agon;
using support::little_endian;
using test::write_file;

namespace {

struct OldFiles : test::TemporaryFolder {
    OldFiles() {
        REQUIRE(test::run_shell("tar xJf " AGON_TEST_DATA "/old/0.3.tar.xz -C " + path.string())
                    .status == 0);
    }
};

train::FitSettings old_settings() {
    train::FitSettings settings;
    settings.epochs = 3;
    settings.batch = 16;
    return settings;
}

} // namespace

TEST_CASE("a journal of version 0.3 is read, and a report made") {
    const OldFiles old;
    arena::JournalReader reader(old / "swiss.jsonl");
    CHECK(reader.rules().variant == "penthalon");
    CHECK(reader.rules().rules == Presets().at("penthalon").rules);
    const auto page = arena::report_json(arena::read_journals({old / "swiss.jsonl"}));
    CHECK(page["games"].size() == 4); // three engines: a pairing of two games and a bye a round
    CHECK(page["rounds"].size() == 2);
    for (const auto& round : page["rounds"]) {
        CHECK(round[0]["players"].size() == 2);
        CHECK(round[1]["players"].size() == 1);
    }
    // All games are drawn. C, listed last, has the first bye and B, last without one, the second:
    // 2 and 1 points for both, 1 and 1 for A. Each bye counts as an opponent of 3.
    const std::tuple<const char*, double, double> RANKS[] = {{"B", 3, 5}, {"C", 3, 5}, {"A", 2, 6}};
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(page["ranks"][i]["name"] == std::get<0>(RANKS[i]));
        CHECK(page["ranks"][i]["points"] == std::get<1>(RANKS[i]));
        CHECK(page["ranks"][i]["buchholz"] == std::get<2>(RANKS[i]));
    }
}

TEST_CASE("training games of version 0.3 are read") {
    const OldFiles old;
    const auto games = support::read_games(old / "games");
    REQUIRE(games.size() == 4);
    for (const train::RecordedGame& game : games) {
        CHECK(game.number < 4);
        CHECK(game.rules == Presets().at(game.number % 2 == 0 ? "classic" : "penthalon").rules);
        CHECK_FALSE(game.actions.empty());
    }
}

TEST_CASE("a network of version 0.3 is read") {
    const OldFiles old;
    const std::string bytes = test::read_file(old / "network");
    CHECK(bytes.substr(4, 4) == little_endian(1, 4));
    const auto network = search::nnue::read_network(bytes);
    CHECK(network->trained_on ==
          std::vector{Presets().at("classic").rules, Presets().at("penthalon").rules});
    // A file written today has the same weights, which are all that follows the rule sets.
    const std::size_t weights = bytes.size() - 24 - 2 * 11 - 4;
    std::string now = write_network(*network);
    now.resize(now.size() - 4);
    // Fields that came later have weights of 0 after those of the others.
    const std::size_t later = (RULE_FIELD_COUNT - OLD_RULE_FIELDS) * 4 * search::nnue::HIDDEN * 2;
    const std::size_t behind = weights - (8 * 91 + 12 + 4 * 11) * search::nnue::HIDDEN * 2;
    // So do threats, a byte each, after these.
    const std::size_t threats = 4 * 91 * search::nnue::HIDDEN;
    CHECK(now.substr(now.size() - behind - threats, threats) == std::string(threats, '\0'));
    now.erase(now.size() - behind - threats, threats);
    CHECK(now.substr(now.size() - behind - later, later) == std::string(later, '\0'));
    now.erase(now.size() - behind - later, later);
    CHECK(now.substr(now.size() - weights) == bytes.substr(bytes.size() - 4 - weights, weights));
}

TEST_CASE("a training of version 0.3 resumes from its checkpoint") {
    const OldFiles old;
    const std::string file = old / "checkpoint", bytes = test::read_file(file);
    train::SampleSettings as_then;
    as_then.by_number = true;
    const auto samples = train::read_samples({old / "games"}, as_then);
    auto state = train::load_checkpoint(file, old_settings(), samples.digest());
    REQUIRE(state);
    CHECK(state->epoch == 1);
    CHECK(state->step == (samples.learned.size() + 15) / 16);
    train::fit(samples, old_settings(), *state, [](const auto&, const auto&) {});
    CHECK(state->epoch == 3);
    CHECK(train::finite(*state));

    const auto fault = [&](const std::string& damaged,
                           const train::FitSettings& with = old_settings()) {
        write_file(file, damaged);
        return support::fault_of(
            [&] { (void)train::load_checkpoint(file, with, samples.digest()); });
    };
    train::FitSettings other = old_settings();
    other.rate = 0.5;
    CHECK(fault(bytes, other) == file + ": its rate is 0.003, not 0.5");
    for (const std::size_t size : {0UL, 1UL, 7UL, bytes.size() / 2, bytes.size() - 1})
        CHECK(fault(bytes.substr(0, size)) == file + ": not a checkpoint: it is truncated");
    CHECK(fault(bytes + "x").starts_with(file + ": not a checkpoint"));
    // The last number replaced by NaN or infinity, in each of three sizes, and by something else.
    for (const std::string& none :
         {std::string("\xf9\x7e\x00", 3), std::string("\xfa\x7f\xc0\0\0", 5),
          std::string("\xfb\x7f\xf0\0\0\0\0\0\0", 9), std::string("\x80")})
        CHECK(fault(bytes.substr(0, bytes.size() - 5) + none)
                  .starts_with(file + ": not a checkpoint"));
    // Lists in lists, and parts whose stated length is larger than memory.
    for (const std::string begin : {"\x81", "\x5f", "\x7f", "\xa1\x60", "\xc0", "\x9f"}) {
        std::string nested;
        while (nested.size() < 3'000'000) nested += begin;
        CHECK(fault(nested).starts_with(file + ": not a checkpoint"));
        CHECK(fault("\xa6"
                    "eepoch" +
                    nested)
                  .starts_with(file + ": not a checkpoint"));
    }
    CHECK(fault("\xa6\x7b" + std::string(8, '\xff')).starts_with(file + ": not a checkpoint"));
    CHECK(fault(bytes + std::string(4'000'000, ' ')).starts_with("cannot read " + file));
}
