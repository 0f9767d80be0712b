#include "protocol/session/host.hpp"

#include "engine/record/notation.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <new>
#include <unistd.h>

namespace agon::protocol {
namespace {

constexpr std::size_t RESERVE_MB = 32; ///< left for everything but the hash table
using std::filesystem::path;

/// The number after `name` in a file of such lines, or the first word of the file without a name.
/// Nothing when it is not a number, such as "max".
std::optional<std::uint64_t> number_in(const path& file, std::string_view name = "") {
    std::ifstream stream(file);
    std::uint64_t number = 0;
    std::string word;
    for (; !name.empty() && stream >> word && word != name;)
        stream.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    return stream >> number ? std::optional(number) : std::nullopt;
}

/// The files of a control group that say what memory it may use.
struct GroupFiles {
    path mount;
    const char* limit;
    const char* used;
    const char* cache; ///< of memory.stat: used, but given back when it is wanted
};

/// The bytes that the limits of `group` and of its parents leave.
std::uint64_t left_in_groups(const GroupFiles& files, path group) {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    while (true) {
        const path folder = files.mount / group.relative_path();
        if (const auto limit = number_in(folder / files.limit)) {
            const std::uint64_t used = number_in(folder / files.used).value_or(0);
            const std::uint64_t cache = number_in(folder / "memory.stat", files.cache).value_or(0);
            const std::uint64_t kept = used - std::min(used, cache);
            least = std::min(least, *limit - std::min(*limit, kept));
        }
        if (!group.has_relative_path()) return least;
        group = group.parent_path();
    }
}

/// The bytes that the control groups of this program leave.
std::uint64_t left_in_groups(const path& root) {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    const path mounts = root / "sys/fs/cgroup";
    std::ifstream stream(root / "proc/self/cgroup");
    for (std::string line; std::getline(stream, line);) { // HIERARCHY:CONTROLLERS:GROUP
        const auto first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const path group = line.substr(second + 1);
        const std::string controllers = ',' + line.substr(first + 1, second - first - 1) + ',';
        if (controllers == ",,") // version 2, beside version 1 in a folder of its own
            for (const path& mount : {mounts, mounts / "unified"})
                least = std::min(
                    least, left_in_groups({mount, "memory.max", "memory.current", "inactive_file"},
                                          group));
        else if (controllers.find(",memory,") != std::string::npos)
            least = std::min(least, left_in_groups({mounts / "memory", "memory.limit_in_bytes",
                                                    "memory.usage_in_bytes", "total_inactive_file"},
                                                   group));
    }
    return least;
}

} // namespace

std::size_t physical_memory_mb() {
    const auto pages = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES));
    const auto page_size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return pages / 1024 * page_size / 1024;
}

std::size_t available_memory_mb(const path& root) {
    const auto kilobytes = number_in(root / "proc/meminfo", "MemAvailable:");
    const std::uint64_t of_machine = kilobytes ? *kilobytes / 1024 : physical_memory_mb();
    return static_cast<std::size_t>(
        std::min<std::uint64_t>(of_machine, left_in_groups(root) >> 20));
}

Host::Host(const search::Clock& clock, std::function<std::size_t()> available_mb)
    : rules_(presets_.at(DEFAULT_PRESET).rules), game_(rules_, start_position(), limits_),
      available_mb_(std::move(available_mb)), engine_(clock) {}

void Host::load_variants(const std::string& path) {
    Presets presets;
    if (!path.empty()) presets.load(path);
    const Preset* preset = presets.find(variant_);
    if (preset == nullptr)
        throw Error(
            (path.empty() ? std::string("without a file there is no") : "'" + path + "' lacks") +
            " '" + variant_ + "', which is being played");
    const bool rules_change = preset->rules != rules_;
    rules_ = preset->rules;
    presets_ = std::move(presets);
    if (rules_change) new_game();
}

void Host::set_variant(std::string_view name) {
    const Preset& preset = presets_.at(name);
    variant_ = preset.name;
    rules_ = preset.rules;
    new_game();
}

void Host::set_setup(std::optional<Setup> setup) {
    setup_ = setup;
    new_game();
}

void Host::set_draw_limits(DrawLimits limits) {
    limits_ = limits;
    game_.set_limits(limits);
}

Position Host::start_position() const { return setup_position(rules_, setup()); }

void Host::set_hash(std::size_t megabytes) {
    try {
        if (megabytes > hash_mb_ && megabytes + RESERVE_MB > available_mb_() + hash_mb_)
            throw std::bad_alloc();
        engine_.set_hash(megabytes);
    } catch (const std::bad_alloc&) {
        throw Error("no memory for " + std::to_string(megabytes) + " MB, " +
                    std::to_string(hash_mb_) + " MB kept");
    }
    hash_mb_ = megabytes;
}

void Host::load_network(const std::string& file) {
    engine_.set_network(file.empty() ? nullptr : search::nnue::load_network(file));
    network_file_ = file;
}

search::nnue::NamedNetwork Host::network() const {
    if (network_file_.empty()) return search::nnue::network_for(rules_);
    return {network_file_, &engine_.network(rules_)};
}

void Host::set_threads(int threads) {
    engine_.set_threads(threads);
    threads_ = threads;
}

} // namespace agon::protocol
