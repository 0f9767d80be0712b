#include "protocol/session/host.hpp"

#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "engine/path_text.hpp"
#include "protocol/os/files.hpp"
#include "protocol/record/output_file.hpp"
#include "search/clock.hpp"
#include "search/nnue/network_file.hpp"

#include <new>
#include <random>
#include <spdlog/spdlog.h>

namespace agon::protocol {
namespace {

constexpr std::size_t RESERVE_MB = 32; ///< left for everything but the hash table

} // namespace

Host::Host(const search::Clock& clock, std::function<std::size_t()> available_mb)
    : rules_(presets_.at(DEFAULT_PRESET).rules), game_(rules_, start_position(), limits_),
      available_mb_(std::move(available_mb)), engine_(clock) {}

void Host::load_variants(const std::string& path) {
    Presets presets;
    if (!path.empty()) presets.load(path_of(path));
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

void Host::new_game() {
    ++new_games_;
    draw_level_chance();
    set_position(start_position());
}

void Host::draw_level_chance() {
    if (level_seed_ == 0) engine_.options.level_seed = std::random_device()();
}

void Host::set_level_seed(std::uint64_t seed) {
    level_seed_ = engine_.options.level_seed = seed;
    draw_level_chance();
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

void Host::require_memory(std::size_t megabytes) const {
    if (megabytes > search::DEFAULT_HASH_MB && megabytes + RESERVE_MB > available_mb_())
        throw Error("no memory for " + std::to_string(megabytes) + " MB");
}

void Host::load_network(const std::string& file) {
    engine_.set_network(file.empty() ? nullptr : search::nnue::load_network(path_of(file)));
    network_file_ = file;
}

search::nnue::NamedNetwork Host::network() const {
    if (network_file_.empty()) return search::nnue::network_for(rules_);
    return {network_file_, &engine_.network(rules_)};
}

Host::Exported Host::export_network(std::string_view file) const {
    if constexpr (!platform::HAS_FILES) throw Error("this program cannot write files");
    if (file.find('\0') != std::string_view::npos)
        throw Error("a file name cannot contain a zero byte");
    const search::nnue::NamedNetwork evaluating = network();
    if (file.empty() && !network_file_.empty())
        throw Error("the network in use is from the file " + network_file_ + "; name another file");
    Exported exported{evaluating.name, file.empty() ? evaluating.name + ".net" : std::string(file)};
    create_file(path_of(exported.file), search::nnue::write_network(*evaluating.network));
    return exported;
}

void Host::set_threads(int threads) {
    engine_.set_threads(threads);
    threads_ = threads;
}

} // namespace agon::protocol
