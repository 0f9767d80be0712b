#include "tools/arena/tuning/parameters.hpp"

#include "engine/error.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/record/fault.hpp"
#include "protocol/record/match_rules.hpp"
#include "tools/arena/conversation/offered_options.hpp"
#include "tools/arena/conversation/text_engine.hpp"

#include <algorithm>
#include <boost/algorithm/string/predicate.hpp>
#include <boost/asio/io_context.hpp>
#include <utility>

namespace agon::arena {
namespace {

/// Options whose best value matches cannot find: resources, rules and levels of play.
constexpr std::string_view NOT_TUNED[] = {
    "Hash",     "Threads", "MultiPV",    "Move Overhead", "RepetitionLimit", "NoProgressLimit",
    "Contempt", "Level",   "Level Seed", "Skill Level",   "UCI_Elo",         "nodestime"};

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
    const auto option = read_option(line);
    if (!option || option->type != "spin") return std::nullopt;
    Spin spin{option->name, 0, 0, 0};
    const auto set = [](int& number, const std::optional<std::int64_t>& listed) {
        if (!listed || !std::in_range<int>(*listed)) return false;
        number = static_cast<int>(*listed);
        return true;
    };
    const bool complete = set(spin.standard, option->standard) && set(spin.least, option->least) &&
                          set(spin.most, option->most);
    return complete ? std::optional(spin) : std::nullopt;
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
            const auto given = std::ranges::find_if(options, [&](const auto& option) {
                return boost::iequals(option.first, spin.name);
            });
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
        throw program::UsageError("-param all: the engine has no spin option to tune; build agon "
                                  "with -DAGON_TUNE=ON to get them");
    for (Parameter& parameter : parameters) {
        check(parameter, find_spin(spins, parameter.name));
        // With less than half a unit the two sides could be equal after rounding.
        if (parameter.c_end == 0)
            parameter.c_end = std::max(0.5, (double(parameter.most) - parameter.least) / 20);
    }
    return parameters;
}

} // namespace agon::arena
