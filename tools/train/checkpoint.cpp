#include "tools/train/checkpoint.hpp"

#include "engine/error.hpp"

#include <nlohmann/json.hpp>
#include <spdlog/fmt/fmt.h>

#include <fstream>
#include <iterator>

namespace agon::train {
namespace {

using Json = nlohmann::json;

/// What must be the same for a training to go on.
Json identity(const FitSettings& s, std::uint64_t samples) {
    return {{"format", 1},         {"parameters", PARAMETER_COUNT},
            {"samples", samples},  {"epochs", s.epochs},
            {"batch", s.batch},    {"rate", s.rate},
            {"decay", s.decay},    {"seed", s.seed},
            {"threads", s.threads}};
}

} // namespace

void save_checkpoint(const std::filesystem::path& file, const FitState& state,
                     const FitSettings& settings, std::uint64_t samples) {
    const Json json = {{"training", identity(settings, samples)},
                       {"epoch", state.epoch},
                       {"step", state.step},
                       {"weights", state.parameters},
                       {"momentum", state.momentum},
                       {"variance", state.variance}};
    const auto bytes = Json::to_cbor(json);
    std::filesystem::path part = file;
    part += ".part";
    std::ofstream stream(part, std::ios::binary);
    stream.write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
    if (!stream.flush()) throw std::runtime_error(fmt::format("cannot write '{}'", part.string()));
    std::filesystem::rename(part, file);
}

std::optional<FitState> load_checkpoint(const std::filesystem::path& file,
                                        const FitSettings& settings, std::uint64_t samples) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return std::nullopt;
    try {
        const Json json = Json::from_cbor(stream);
        const Json expected = identity(settings, samples);
        for (const auto& [key, value] : expected.items())
            if (json.at("training").at(key) != value)
                throw Error(fmt::format("{}: its {} is {}, not {}", file.string(), key,
                                        json["training"][key].dump(), value.dump()));
        FitState state{.epoch = json.at("epoch"),
                       .step = json.at("step"),
                       .parameters = json.at("weights"),
                       .momentum = json.at("momentum"),
                       .variance = json.at("variance")};
        for (const Parameters* values : {&state.parameters, &state.momentum, &state.variance})
            if (values->size() != PARAMETER_COUNT)
                throw Error(fmt::format("{}: not a checkpoint", file.string()));
        return state;
    } catch (const Json::exception& error) {
        throw Error(fmt::format("{}: not a checkpoint: {}", file.string(), error.what()));
    }
}

} // namespace agon::train
