// UCI and UGI by transcripts, and what transcripts cannot express.
#include "bench/search_bench.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/os/machine.hpp"
#include "tests/naive/referee.hpp"
#include "tests/protocol/transcript.hpp"
#include "tests/protocol/uci_fixture.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/data_file.hpp"
#include "tests/support/sealed.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <new>
#include <regex>
#include <sched.h>
#include <set>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace {

using namespace agon::protocol;
using support::after_prefix;
using support::UciFixture;

/// Runs out of memory at lines that begin with `refused`.
class ShortOfMemory final : public agon::protocol::Output {
public:
    explicit ShortOfMemory(std::string refused) : refused_(std::move(refused)) {}
    void write(std::string_view line) override {
        if (line.starts_with(refused_)) throw std::bad_alloc();
        sink.write(line);
    }
    support::LineSink sink;

private:
    std::string refused_;
};

struct UgiFixture : support::UciFixture {
    UgiFixture() : UciFixture(UGI) {}
};

void play(const support::Transcript& transcript) {
    CAPTURE(transcript.name);
    UgiFixture ugi;
    support::play_transcript(transcript, ugi.session, ugi.sink);
}

/// A transcript of UCI in UGI's words.
std::string translated(const std::string& line) {
    static const std::map<std::string, std::string> WORDS = {
        {"uci", "ugi"},      {"uciok", "ugiok"},  {"ucinewgame", "uginewgame"},
        {"wtime", "p1time"}, {"btime", "p2time"}, {"winc", "p1inc"},
        {"binc", "p2inc"}};
    static const std::regex WORD("\\w+");
    std::string text;
    auto end_of_last = line.cbegin();
    for (std::sregex_iterator it(line.begin(), line.end(), WORD), end; it != end; ++it) {
        const auto found = WORDS.find(it->str());
        text.append(end_of_last, (*it)[0].first);
        text += found == WORDS.end() ? it->str() : found->second;
        end_of_last = (*it)[0].second;
    }
    return text.append(end_of_last, line.cend());
}

} // namespace

TEST_CASE("out of memory: each go still has one bestmove") {
    for (const std::string refused : {"info depth 1 ", "info depth 2 "})
        for (const int threads : {1, 3}) {
            const agon::search::SteadyClock clock;
            agon::protocol::Host host(clock);
            ShortOfMemory output(refused);
            agon::protocol::UciSession session(host, output, agon::protocol::UCI);
            session.handle("setoption name Threads value " + std::to_string(threads));
            for (const char* go : {"go depth 4", "go infinite", "go mate 2"}) session.handle(go);
            session.wait_until_idle();
            std::vector<std::string> others = output.sink.take_all();
            std::erase_if(others, [](const auto& line) { return line.starts_with("info depth"); });
            REQUIRE(others.size() == 6);
            for (std::size_t i = 0; i < 6; i += 2) {
                CHECK(others[i] == "info string go: out of memory");
                CHECK(others[i + 1].starts_with("bestmove "));
                CHECK(others[i + 1] != "bestmove (none)");
            }
        }
}

TEST_CASE("UCI by transcripts: the conduct table") {
    for (const support::Transcript& transcript : support::read_transcripts("uci.txt")) {
        CAPTURE(transcript.name);
        UciFixture uci;
        support::play_transcript(transcript, uci.session, uci.sink);
    }
}

TEST_CASE("a stop right after the last search's bestmove belongs to the next search") {
    UciFixture uci;
    const auto wait_for_last_word = [&](std::string_view prefix) {
        while (true) {
            const auto line = uci.sink.peek(std::chrono::seconds(60));
            REQUIRE(line.has_value());
            uci.sink.drop();
            if (line->starts_with(prefix)) return;
        }
    };
    for (int i = 0; i < 200; ++i) { // a race: the session is fast, the test a little faster
        uci.session.handle("go depth 1");
        wait_for_last_word("bestmove");
        uci.session.handle("go infinite");
        uci.session.handle("stop");
        wait_for_last_word("bestmove");
        uci.session.handle("perft 1");
        wait_for_last_word("Nodes searched");
    }
}

TEST_CASE("a megabyte of noise in one line is quoted briefly") {
    UciFixture uci;
    std::string noise(1 << 20, '\0');
    for (std::size_t i = 0; i < noise.size(); ++i) noise[i] = static_cast<char>(i * 197 + 131);
    std::ranges::replace(noise, '\n', '\r');
    const auto lines = uci.say(noise, "isready");
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].starts_with("info string Unknown command: '"));
    CHECK(lines[0].size() < 400);
    CHECK(std::ranges::all_of(lines[0], [](char c) { return c >= ' ' && c <= '~'; }));
    CHECK(lines[1] == "readyok");
}

TEST_CASE("a carriage return at the end of a line is ignored") {
    UciFixture uci;
    CHECK(uci.say("isready\r") == std::vector<std::string>{"readyok"});
}

TEST_CASE("a hash table larger than memory: the old one is kept") {
    UciFixture uci;
    if (agon::protocol::physical_memory_mb() >= agon::search::MAX_HASH_MB) return;
    CHECK(uci.say("setoption name Hash value 3").empty());
    CHECK(uci.say("setoption name Hash value 1048576") ==
          std::vector<std::string>{
              "info string setoption: Hash: no memory for 1048576 MB, 3 MB kept"});
    CHECK(uci.host.hash_mb() == 3);
    CHECK(after_prefix(uci.say("go depth 3"), "bestmove ") != "");
}

TEST_CASE("the processors that a program may use are limited by affinity and control groups") {
    namespace fs = std::filesystem;
    const fs::path root = fs::temp_directory_path() / ("agon_quota_" + std::to_string(getpid()));
    const auto put = [&](const std::string& file, const std::string& text) {
        fs::create_directories((root / file).parent_path());
        std::ofstream(root / file) << text << '\n';
    };
    const auto usable = [&] { return agon::platform::usable_processors(root); };
    cpu_set_t before;
    REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
    const auto all = static_cast<unsigned>(CPU_COUNT(&before));
    CHECK(usable() == all); // no control groups
    SUBCASE("version 2: the least of the group and of those around it, rounded down, at least 1") {
        put("proc/self/cgroup", "0::/user/agon");
        put("sys/fs/cgroup/user/agon/cpu.max", "max 100000");
        CHECK(usable() == all);
        put("sys/fs/cgroup/user/cpu.max", "6400000 100000");
        CHECK(usable() == std::min(all, 64U));
        put("sys/fs/cgroup/user/agon/cpu.max", "199999 100000");
        CHECK(usable() == 1);
        put("sys/fs/cgroup/user/agon/cpu.max", "20000 100000");
        CHECK(usable() == 1);
    }
    SUBCASE("version 1, under either name of its folder") {
        for (const std::string folder : {"cpu,cpuacct", "cpu"}) {
            put("proc/self/cgroup", "5:cpu,cpuacct:/box\n4:cpuset:/other");
            const std::string group = "sys/fs/cgroup/" + folder + "/box/";
            put(group + "cpu.cfs_period_us", "50000");
            put(group + "cpu.cfs_quota_us", "-1");
            CHECK(usable() == all);
            put(group + "cpu.cfs_quota_us", "50000");
            CHECK(usable() == 1);
            fs::remove_all(root);
        }
    }
    SUBCASE("affinity") {
        cpu_set_t one;
        CPU_ZERO(&one);
        for (std::size_t processor = 0; CPU_COUNT(&one) == 0; ++processor)
            if (CPU_ISSET(processor, &before)) CPU_SET(processor, &one);
        REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
        const unsigned found = usable();
        REQUIRE(sched_setaffinity(0, sizeof before, &before) == 0);
        CHECK(found == 1);
    }
    fs::remove_all(root);
}

TEST_CASE("the memory that a program may have is limited by the control groups around it") {
    namespace fs = std::filesystem;
    constexpr std::uint64_t MB = 1 << 20;
    const fs::path root = fs::temp_directory_path() / ("agon_groups_" + std::to_string(getpid()));
    const auto put = [&](const std::string& file, const std::string& text) {
        fs::create_directories((root / file).parent_path());
        std::ofstream(root / file) << text << '\n';
    };
    const auto bytes = [](std::uint64_t mb) { return std::to_string(mb * MB); };
    const auto available = [&] { return agon::protocol::available_memory_mb(root); };
    put("proc/meminfo", "MemTotal: 99999999 kB\nMemFree: 1 kB\nMemAvailable:   8192000 kB");
    CHECK(available() == 8000); // no control groups
    SUBCASE("version 2: the least of the group and of those around it") {
        put("proc/self/cgroup", "0::/user/agon");
        CHECK(available() == 8000); // no such files
        put("sys/fs/cgroup/user/agon/memory.max", "max");
        put("sys/fs/cgroup/user/agon/memory.current", bytes(100));
        CHECK(available() == 8000);
        put("sys/fs/cgroup/user/memory.max", bytes(1000));
        put("sys/fs/cgroup/user/memory.current", bytes(400));
        CHECK(available() == 600);
        put("sys/fs/cgroup/user/memory.stat", "anon 5\ninactive_file " + bytes(150));
        CHECK(available() == 750);
        put("sys/fs/cgroup/user/agon/memory.max", bytes(50)); // lowered since
        CHECK(available() == 0);
    }
    SUBCASE("version 2: the root of a container") {
        put("proc/self/cgroup", "0::/");
        put("sys/fs/cgroup/memory.max", bytes(512));
        put("sys/fs/cgroup/memory.current", bytes(12));
        CHECK(available() == 500);
    }
    SUBCASE("version 1, where a container does not see its own path") {
        put("proc/self/cgroup", "12:cpu,cpuacct:/\n7:memory:/docker/5e1f\n0::/system");
        put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
        put("sys/fs/cgroup/memory/memory.usage_in_bytes", bytes(300));
        CHECK(available() == 8000);
        put("sys/fs/cgroup/memory/memory.limit_in_bytes", bytes(700));
        put("sys/fs/cgroup/memory/memory.stat", "total_inactive_file " + bytes(50));
        CHECK(available() == 450);
    }
    fs::remove_all(root);
}

TEST_CASE("a hash table is refused unless it fits into what is free and what the old one frees") {
    const agon::search::SteadyClock clock;
    std::size_t available = 100;
    agon::protocol::Host host(clock, [&] { return available; });
    const auto nodes = [&] {
        agon::search::Limits limits;
        limits.depth = 6;
        agon::search::Control control;
        agon::search::Listener silent;
        return host.engine().search(host.game(), limits, control, silent).nodes;
    };
    host.set_hash(64);
    const auto from_nothing = nodes();
    CHECK_THROWS_AS(host.set_hash(160), agon::Error);
    CHECK(host.hash_mb() == 64);
    CHECK(nodes() < from_nothing); // the contents are kept as well
    host.set_hash(120);            // more than is available, but the old 64 MB come back
    CHECK(host.hash_mb() == 120);
    available = 0;
    host.set_hash(120);
    host.set_hash(1);
    // Another table than the host's frees nothing; one of the default size is always allowed.
    available = 200;
    host.require_memory(160);
    CHECK_THROWS_WITH(host.require_memory(180), "no memory for 180 MB");
    available = 0;
    host.require_memory(agon::search::DEFAULT_HASH_MB);
}

TEST_CASE("one bestmove for each go, legal, with a score before it, under every preset") {
    UciFixture uci;
    for (const auto& row : support::perft_rows("perft-positions.txt")) {
        CAPTURE(row.preset);
        CAPTURE(row.start);
        uci.say("setoption name UCI_Variant value " + row.preset,
                "setoption name NoProgressLimit value 0");
        const auto lines = uci.say("position fen " + row.start, "go depth 2");
        REQUIRE(lines.size() >= 2);
        CHECK(lines.front().find(" score ") != std::string::npos);
        CHECK(std::ranges::count_if(
                  lines, [](const auto& line) { return line.starts_with("bestmove"); }) == 1);
        const std::string best = after_prefix(lines, "bestmove ");
        const auto legal = naive::legal(naive::preset(row.preset), naive::parse(row.start));
        CHECK(std::ranges::count(legal, best.substr(0, best.find(' '))) == 1);
    }
}

TEST_CASE("perft's counts are those of the tables, and its parts add up") {
    UciFixture uci;
    const auto rows = support::perft_rows("perft-positions.txt");
    for (std::size_t i = 0; i < rows.size(); i += 7) {
        CAPTURE(rows[i].start);
        const auto [depth, count] = rows[i].counts.back();
        const auto lines =
            uci.say("setoption name UCI_Variant value " + rows[i].preset,
                    "position fen " + rows[i].start, "go perft " + std::to_string(depth));
        CHECK(lines.back() == "Nodes searched: " + std::to_string(count));
        REQUIRE(lines.size() == rows[i].counts[0].count + 2); // root actions, blank, total
        CHECK(lines[lines.size() - 2].empty());
        std::uint64_t sum = 0;
        for (std::size_t k = 0; k + 2 < lines.size(); ++k)
            sum += std::stoull(lines[k].substr(lines[k].find(": ") + 2));
        CHECK(sum == count);
    }
}

TEST_CASE("after ucinewgame a session plays as a new one, whatever Hash held before") {
    const auto play = [](support::UciFixture& uci) { // the same commands to both
        std::vector<std::string> said;
        std::string moves;
        for (int i = 0; i < 5; ++i) {
            const auto lines =
                support::without_times(uci.say("position startpos" + moves, "go nodes 8000"));
            said.insert(said.end(), lines.begin(), lines.end());
            const std::string answer = support::after_prefix(lines, "bestmove ");
            moves += (i == 0 ? " moves " : " ") + answer.substr(0, answer.find(' '));
        }
        return said;
    };
    support::UciFixture fresh;
    (void)fresh.say("setoption name Hash value 2");
    const auto expected = play(fresh);
    REQUIRE(expected.size() > 20);

    support::UciFixture used;
    for (const char* variant : {"same-ring", "bloody-queen", "german"})
        (void)used.say("setoption name UCI_Variant value " + std::string(variant),
                       "position startpos", "go nodes 20000");
    (void)used.say("setoption name UCI_Variant value classic");
    SUBCASE("resized") { (void)used.say("setoption name Hash value 2"); }
    SUBCASE("resized to and fro, filled again") {
        (void)used.say("setoption name Hash value 8", "setoption name Hash value 2");
        (void)play(used);
    }
    SUBCASE("cleared by its button, filled again") {
        (void)used.say("setoption name Hash value 2", "setoption name Clear Hash");
        (void)play(used);
    }
    (void)used.say("ucinewgame");
    CHECK(play(used) == expected);
}

TEST_CASE("VariantPath adds choices and removes them") {
    UciFixture uci;
    const agon::test::TemporaryFolder folder;
    const std::string file = folder / "file";
    std::ofstream(file) << "[my-agon:classic]\nqueen_chooser = opponent\n";
    const auto lines = uci.say("setoption name VariantPath value " + file);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].starts_with("option name UCI_Variant type combo default classic var classic "));
    CHECK(lines[0].ends_with(" var agon var my-agon"));

    CHECK(uci.say("setoption name UCI_Variant value my-agon").empty());
    // White places black's captured queen: queen_chooser = opponent.
    const auto shown =
        uci.say("position fen 6/2q4/8/3G1g3/4g3G1/4G6/3gGg4/3G3g1/3G4/2Q4/5g b g10 - 0 64", "d");
    CHECK(after_prefix(shown, "Chooser: ") == "white");
    CHECK(after_prefix(uci.say("setoption name VariantPath value <empty>"),
                       "info string setoption: VariantPath: ") ==
          "without a file there is no 'my-agon', which is being played");
    uci.say("setoption name UCI_Variant value classic");
    CHECK(uci.say("setoption name VariantPath value <empty>").at(0).ends_with(" var agon"));
}

TEST_CASE("the debug log file has both directions") {
    UciFixture uci;
    const agon::test::TemporaryFolder folder;
    const std::string file = folder / "file";
    uci.say("setoption name Debug Log File value " + file);
    uci.say("isready");
    uci.say("setoption name Debug Log File value <empty>");
    uci.say("isready");
    const agon::test::Run log{0, agon::test::read_file(file)};
    CHECK(log.says(">> isready\n"));
    CHECK(log.count("<< readyok\n") == 1);
}

TEST_CASE("files that would block or never end: refused, and isready is answered") {
    UciFixture uci;
    const agon::test::TemporaryFolder folder;
    REQUIRE(mkfifo((folder / "fifo").c_str(), 0600) == 0);
    std::ofstream(folder / "huge") << "x";
    std::filesystem::resize_file(folder / "huge", 100'000'000'000); // uses no disk space
    for (const std::string& file :
         {folder / "fifo", folder.path.string(), std::string("/dev/zero"), folder / "huge"})
        for (const std::string& command :
             {"setoption name EvalFile value " + file, "setoption name VariantPath value " + file,
              "genfens 1 seed 1 book " + file}) {
            CAPTURE(command);
            uci.session.handle(command);
            REQUIRE(uci.session.wait_until_idle_for(std::chrono::seconds(60)));
            const auto said = uci.sink.take_all();
            REQUIRE(said.size() == 1);
            CHECK(said[0].find("cannot read " + file + ": it ") != std::string::npos);
            CHECK(uci.say("isready") == std::vector<std::string>{"readyok"});
        }
}

TEST_CASE("a log can be a FIFO or a device without a reader") {
    UciFixture uci;
    const agon::test::TemporaryFolder folder;
    const std::string fifo = folder / "fifo";
    REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
    CHECK(uci.say("setoption name Debug Log File value " + fifo).empty());
    const int reader = open(fifo.c_str(), O_RDONLY | O_NONBLOCK);
    REQUIRE(reader >= 0);
    const auto read_some = [&] {
        std::string text(1 << 20, '\0');
        const auto count = read(reader, text.data(), text.size());
        text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
        return text;
    };
    for (int i = 0; i < 3000; ++i) uci.session.handle("isready"); // more than a FIFO holds
    REQUIRE(uci.session.wait_until_idle_for(std::chrono::seconds(60)));
    CHECK(uci.sink.take_all().size() == 3000);
    const std::string before = read_some();
    CHECK(before.find(">> isready\n") != std::string::npos);
    uci.say("isready");
    const agon::test::Run after{0, read_some()};
    CHECK(after.says(" lines are lost: they were not read in time)\n"));
    CHECK(after.output.ends_with("<< readyok\n"));
    close(reader);
    CHECK(uci.say("setoption name Debug Log File value /dev/full", "isready").back() == "readyok");
    CHECK(uci.say("setoption name Debug Log File value " + folder.path.string())
              .at(0)
              .ends_with("cannot be written: Is a directory"));
}

TEST_CASE("limited strength reaches the engine in either order") {
    UciFixture uci;
    uci.say("setoption name UCI_Elo value 700");
    CHECK_FALSE(uci.host.engine().options.elo.has_value());
    uci.say("setoption name UCI_LimitStrength value true");
    CHECK(uci.host.engine().options.elo == 700);
    uci.say("setoption name UCI_Elo value 600", "setoption name Contempt value -20",
            "setoption name Move Overhead value 70", "setoption name MultiPV value 2");
    CHECK(uci.host.engine().options.elo == 600);
    uci.say("setoption name Level value 3");
    CHECK(uci.host.engine().options.level == 3);
    CHECK(uci.host.engine().options.contempt == -20);
    CHECK(uci.host.engine().options.move_overhead.count() == 70);
    CHECK(uci.host.engine().options.multi_pv == 2);
}

TEST_CASE("a level's chance differs from process to process and from game to game") {
    std::set<std::uint64_t> seeds;
    for (int process = 0; process < 3; ++process) {
        UciFixture uci;
        uci.say("setoption name Level value 1");
        const auto seed = uci.host.engine().options.level_seed;
        seeds.insert(seed);
        uci.say("ucinewgame");
        seeds.insert(uci.host.engine().options.level_seed);
    }
    CHECK(seeds.size() > 1); // six equal random numbers of 32 bits: once in 2^160 runs
    UciFixture uci;
    uci.say("setoption name Level Seed value 7", "setoption name Level value 1", "ucinewgame");
    CHECK(uci.host.engine().options.level_seed == 7);
    uci.say("setoption name Level Seed value 0");
    seeds.insert(uci.host.engine().options.level_seed);
    uci.say("ucinewgame");
    seeds.insert(uci.host.engine().options.level_seed);
    CHECK(seeds.size() > 2);
}

TEST_CASE("UCI_LimitStrength overrides Level, as it overrides Skill Level in Stockfish") {
    const auto play = [](auto... options) {
        UciFixture uci;
        (uci.say(std::string("setoption name ") + options), ...);
        uci.say("setoption name Level Seed value 1");
        // Level 1 leaves most actions to chance: in one of these positions at least it plays
        // another.
        std::vector<std::string> lines;
        for (const char* moves : {"a1b2", "a1b1", "a1a2", "c1d1", "g2g3", "a3b3"})
            for (const std::string& line : support::without_times(uci.say(
                     "ucinewgame", std::string("position startpos moves ") + moves, "go depth 20")))
                lines.push_back(line);
        return lines;
    };
    const char *const level = "Level value 1", *const elo = "UCI_Elo value 700";
    const char* const limit = "UCI_LimitStrength value true";
    const auto limited = play(elo, limit);
    CHECK(play(level, elo, limit) == limited);
    CHECK(play(elo, limit, level) == limited);
    CHECK(play(level, elo) == play(level));
    CHECK(play(level) != limited);
}

TEST_CASE("bench searches the positions of a file by the current rules, with any limit") {
    const agon::test::TemporaryFolder folder;
    const std::string file = folder / "some.epd";
    // White's last guard steps beside the throne, where its queen is (rules.md 4.8 a).
    const std::string win = "5q/7/gggggg2/9/4GG4/4GQG4/4G1G3/9/8/7/6 w - - 0 1";
    agon::test::write_file(file, "# a comment\n\n" + win + "\n" +
                                     std::string(setup_text(agon::Setup::Standard)) + "\n");
    UciFixture uci;
    for (const char* limit : {"2 FILE depth", "500 FILE nodes", "20 FILE movetime", "2 FILE"}) {
        std::string words = limit;
        words.replace(words.find("FILE"), 4, file);
        CAPTURE(words);
        const auto said = uci.say("bench 1 1 " + words);
        REQUIRE(said.size() == 3);
        CHECK(said[0].starts_with("info string position 1/2 classic: "));
        CHECK(said[1].starts_with("info string position 2/2 classic: "));
        CHECK(said[2].ends_with(" nps"));
    }
    // perft-setups.txt has the counts of the standard setup, which tell the rules apart.
    CHECK(uci.say("bench 1 1 4 " + file + " perft")[1] ==
          "info string position 2/2 classic: 466557 nodes");
    CHECK(uci.say("setoption name UCI_Variant value same-ring",
                  "bench 1 1 4 " + file + " perft")[1] ==
          "info string position 2/2 same-ring: 469293 nodes");
    agon::test::write_file(folder / "bad.epd", win + "\nhello\n");
    agon::test::write_file(folder / "empty.epd", "\n# nothing\n");
    for (const char* name : {"bad.epd", "empty.epd"}) {
        const auto said = uci.say("bench 1 1 1 " + folder / name);
        REQUIRE(said.size() == 1);
        CHECK(said[0].starts_with("info string bench: file: "));
        CHECK(said[0].find(folder / name) != std::string::npos);
    }
    CHECK(uci.say("bench 1 1 1 " + folder / "bad.epd")[0].find("bad.epd:2: ") != std::string::npos);
}

TEST_CASE("speedtest: all positions in the time given, and a line for each figure") {
    UciFixture uci;
    const auto begin = std::chrono::steady_clock::now();
    const auto said = uci.say("speedtest 1 2 1");
    CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(500));
    CHECK(after_prefix(said, "Threads                    : ") == "1");
    CHECK(after_prefix(said, "Hash [MB]                  : ") == "2");
    const std::string count = std::to_string(agon::bench::positions().size());
    CHECK(after_prefix(said, "Positions                  : ") == count + " of " + count);
    CHECK(std::stoll(after_prefix(said, "Total nodes searched       : ")) >
          std::ssize(agon::bench::positions()));
    CHECK(std::stoll(after_prefix(said, "Nodes/second               : ")) > 0);
    CHECK(after_prefix(said, "info string warm-up ") == "1/3");
    CHECK(after_prefix(said, "info string position ") == "1/" + count);
}

TEST_CASE("genfens: the given number, legal, unfinished, the same for the same seed") {
    UciFixture uci;
    for (const char* preset : {"classic", "same-ring", "bloody-queen"}) {
        uci.say(std::string("setoption name UCI_Variant value ") + preset);
        const auto lines = uci.say("genfens 20 seed 7 book None");
        CHECK(lines == uci.say("genfens 20 seed 7 book None"));
        CHECK(lines != uci.say("genfens 20 seed 8 book None"));
        REQUIRE(lines.size() == 20);
        for (const std::string& line : lines) {
            REQUIRE(line.starts_with("info string genfens "));
            const naive::State state = naive::parse(line.substr(20));
            CHECK(naive::text(state) == line.substr(20));
            CHECK(naive::result(naive::preset(preset), state) == "none");
        }
    }
}

TEST_CASE("genfens starts from the lines of a book") {
    UciFixture uci;
    const agon::test::TemporaryFolder folder;
    const std::string file = folder / "file";
    // NUMBER 40 is in the book only, and identifies its positions.
    std::ofstream(file) << "# a comment\n"
                           "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 40 ;D1 27\n";
    const auto lines = uci.say("genfens 5 seed 1 book " + file);
    REQUIRE(lines.size() == 5);
    for (const std::string& line : lines) {
        const naive::State state = naive::parse(line.substr(20));
        CHECK(state.number >= 44); // 8 or 9 actions later
        CHECK(state.number <= 45);
    }
    std::ofstream(file) << "nonsense\n";
    CHECK(uci.say("genfens 5 seed 1 book " + file).at(0).find(file + ":1: ") != std::string::npos);
}

TEST_CASE("UGI: the whole conduct table of UCI") {
    int count = 0;
    for (support::Transcript& transcript : support::read_transcripts("uci.txt")) {
        if (transcript.name == "help") continue; // the list of commands differs
        for (auto& [where, line] : transcript.lines) line = translated(line);
        play(transcript);
        ++count;
    }
    CHECK(count >= 15);
}

TEST_CASE("eval says who cannot lose") {
    const auto last = [](const std::string& position) {
        support::UciFixture uci;
        uci.say("position fen " + position);
        return uci.say("eval").back();
    };
    REQUIRE(support::seal_steps(naive::preset("classic"), support::SEALED, 'b') ==
            support::SEALED_STEPS);
    CHECK(last(support::SEALED).starts_with(support::SEALED_SENTENCE));
    CHECK(last(std::string(setup_text(agon::Setup::Standard))).starts_with("Evaluation: "));
}

TEST_CASE("UGI: words of UCI are unknown") {
    CHECK(translated("go wtime 5 winc: 1 UCI_Elo") == "go p1time 5 p1inc: 1 UCI_Elo");
    UgiFixture ugi;
    for (const char* word : {"uci", "ucinewgame"})
        CHECK(ugi.say(word).at(0).starts_with("info string Unknown command: "));
    const auto said = ugi.say("go wtime 100 depth 1");
    CHECK(said.at(0) == "info string go: unknown word 'wtime'");
}

TEST_CASE("UGI by transcripts: queries, and Cute Games's traffic") {
    for (const support::Transcript& transcript : support::read_transcripts("ugi.txt"))
        play(transcript);
}

TEST_CASE("UGI: bestmove has two words") {
    UgiFixture ugi;
    const auto said = ugi.say("go depth 4");
    CHECK(std::regex_match(said.back(), std::regex("bestmove [a-l0-9]+")));
}
