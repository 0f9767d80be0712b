#include "tools/arena/tuning/spsa.hpp"

#include "engine/error.hpp"
#include "protocol/cli/options.hpp"
#include "tools/arena/conversation/text_engine.hpp"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <cassert>
#include <charconv>
#include <cmath>
#include <random>

namespace agon::match {
namespace {

/// Options whose best value no match can find: resources, rules and levels of play.
constexpr std::string_view NOT_TUNED[] = {
    "Hash",     "Threads", "MultiPV",     "Move Overhead", "RepetitionLimit", "NoProgressLimit",
    "Contempt", "Level",   "Skill Level", "UCI_Elo",       "nodestime"};

struct SpinListener : Traffic {
    std::vector<Spin> spins;
    void received(const TextEngine&, std::string_view line) override {
        if (auto spin = read_spin(line)) spins.push_back(std::move(*spin));
    }
};

bool is_tuned(const Spin& spin) {
    return std::ranges::find(NOT_TUNED, spin.name) == std::end(NOT_TUNED);
}

const Spin& find_spin(const std::vector<Spin>& spins, const std::string& name) {
    const auto found = std::ranges::find(spins, name, &Spin::name);
    if (found != spins.end()) return *found;
    throw program::UsageError("-param: the engine has no spin option '" + name + '\'' +
                              program::suggestion(name, program::words_of(spins, &Spin::name)));
}

void check(const Parameter& parameter, const Spin& spin) {
    const std::string what = "-param " + parameter.name;
    if (parameter.least < spin.least || parameter.most > spin.most ||
        parameter.least >= parameter.most)
        throw program::unexpected(
            what, fmt::format("min < max within {} and {} of the engine", spin.least, spin.most),
            fmt::format("{} and {}", parameter.least, parameter.most));
    if (parameter.start < parameter.least || parameter.start > parameter.most)
        throw program::unexpected(what + " start",
                                  fmt::format("from {} to {}", parameter.least, parameter.most),
                                  std::to_string(parameter.start));
}

} // namespace

std::optional<Spin> read_spin(std::string_view line) {
    const auto name = read_option_name(line);
    if (!name) return std::nullopt;
    line.remove_prefix(line.find(" type ") + 6);
    if (next_word(line) != "spin") return std::nullopt;
    Spin spin{*name, 0, 0, 0};
    int found = 0;
    while (!line.empty()) {
        const std::string_view key = next_word(line), value = next_word(line);
        int* const number = key == "default" ? &spin.standard
                            : key == "min"   ? &spin.least
                            : key == "max"   ? &spin.most
                                             : nullptr;
        const char* const end = value.data() + value.size();
        if (number != nullptr && std::from_chars(value.data(), end, *number).ec == std::errc())
            ++found;
    }
    return found == 3 ? std::optional(spin) : std::nullopt;
}

std::vector<Spin> ask_spins(const EngineConfig& engine, const EngineOptions& match_options) {
    boost::asio::io_context loop;
    SpinListener listener;
    TextEngine process(loop, engine, match_options, listener);
    std::optional<Failure> failure;
    process.prepare([&](std::optional<Failure> why) {
        failure = std::move(why);
        process.quit([] {});
    });
    loop.run();
    if (failure) throw Error(start_text(engine.name, *failure));
    return std::move(listener.spins);
}

std::vector<Parameter> make_parameters(const std::vector<ParameterWords>& groups,
                                       const std::vector<Spin>& spins,
                                       const EngineOptions& options) {
    std::vector<Parameter> parameters;
    const auto set = [&](const Spin& spin, const ParameterWords& words) {
        auto found = std::ranges::find(parameters, spin.name, &Parameter::name);
        if (found == parameters.end()) {
            const auto given =
                std::ranges::find(options, spin.name, &EngineOptions::value_type::first);
            const int start = given == options.end()
                                  ? spin.standard
                                  : program::number<int>("option." + spin.name, given->second,
                                                         spin.least, spin.most);
            parameters.push_back({spin.name, start, spin.least, spin.most});
            found = parameters.end() - 1;
        }
        found->start = words.start.value_or(found->start);
        found->least = words.least.value_or(found->least);
        found->most = words.most.value_or(found->most);
        found->c_end = words.c_end.value_or(found->c_end);
        found->r_end = words.r_end.value_or(found->r_end);
    };
    for (const ParameterWords& words : groups)
        for (const std::string& name : words.names) {
            if (name != "all") {
                set(find_spin(spins, name), words);
                continue;
            }
            for (const Spin& spin : spins)
                if (is_tuned(spin)) set(spin, words);
        }
    if (parameters.empty())
        throw program::UsageError("-param all: the engine has no spin option to tune; an agon that "
                                  "has them is built with -DAGON_TUNE=ON");
    for (Parameter& parameter : parameters) {
        check(parameter, find_spin(spins, parameter.name));
        // With less than half a unit the two sides could be equal after rounding.
        if (parameter.c_end == 0)
            parameter.c_end = std::max(0.5, (double(parameter.most) - parameter.least) / 20);
    }
    return parameters;
}

namespace {

// As in fishtest; the exponents are those of J. C. Spall, "Implementation of the simultaneous
// perturbation algorithm for stochastic optimization", IEEE Transactions on Aerospace and
// Electronic Systems 34 (1998).
constexpr double ALPHA = 0.602;    ///< how fast the steps shrink
constexpr double GAMMA = 0.101;    ///< how fast the perturbations shrink
constexpr double SLOW_START = 0.1; ///< A as a share of all pairs: holds back the first steps

/// Random numbers of one iteration; std::seed_seq and std::mt19937_64 are the same everywhere.
std::mt19937_64 random_of(const SpsaSettings& settings, std::size_t iteration) {
    const auto low = [](std::uint64_t n) { return static_cast<std::uint32_t>(n); };
    const auto high = [](std::uint64_t n) { return static_cast<std::uint32_t>(n >> 32); };
    std::seed_seq seed{low(settings.seed),        high(settings.seed), low(settings.shard.part),
                       low(settings.shard.count), low(iteration),      high(iteration)};
    return std::mt19937_64(seed);
}

double clipped(const Parameter& parameter, double value) {
    return std::clamp(value, double(parameter.least), double(parameter.most));
}

} // namespace

Spsa::Spsa(SpsaSettings settings) : settings_(std::move(settings)) {
    for (const Parameter& parameter : settings_.parameters) {
        assert(parameter.least <= parameter.start && parameter.start <= parameter.most);
        assert(parameter.c_end > 0);
        values_.push_back(parameter.start);
    }
}

/// The schedule of fishtest, which counts pairs of games, not iterations: so the steps for a point
/// do not depend on how many games an iteration has.
Spsa::Gains Spsa::gains(const Parameter& parameter) const {
    const double all = static_cast<double>(settings_.iterations * settings_.pairs);
    const double now = static_cast<double>(finished_ * settings_.pairs + 1);
    const double hold = std::floor(SLOW_START * all);
    const double c = parameter.c_end * std::pow(all / now, GAMMA);
    const double a_end = parameter.r_end * parameter.c_end * parameter.c_end;
    const double a = a_end * std::pow((hold + all) / (hold + now), ALPHA);
    return {c, a / (c * c)};
}

Probe Spsa::probe() const {
    assert(!over());
    auto random = random_of(settings_, finished_);
    Probe probe;
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const Parameter& parameter = settings_.parameters[i];
        const double c = gains(parameter).c;
        const int flip = random() >> 63 == 0 ? 1 : -1;
        // Rounds up with the fraction as probability. One random number rounds both sides, so
        // rounding never reverses their order.
        const double chance = static_cast<double>(random() >> 11) * 0x1p-53;
        probe.flips.push_back(flip);
        for (const int sign : {flip, -flip}) {
            const double value = clipped(parameter, values_[i] + sign * c);
            const double whole = std::floor(value);
            probe.values[sign == flip ? 0 : 1].push_back(static_cast<int>(whole) +
                                                         (chance < value - whole ? 1 : 0));
        }
    }
    return probe;
}

void Spsa::finish(int result) {
    const Probe played = probe();
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const Parameter& parameter = settings_.parameters[i];
        const auto [c, r] = gains(parameter);
        values_[i] = clipped(parameter, values_[i] + r * c * result * played.flips[i]);
    }
    ++finished_;
}

} // namespace agon::match
