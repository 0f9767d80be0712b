#include "tools/train/checkpoint.hpp"

#include "engine/error.hpp"
#include "engine/record/record_file.hpp"
#include "search/nnue/bytes.hpp"

#include <spdlog/fmt/fmt.h>

#include <bit>
#include <cmath>
#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

namespace agon::train {
namespace {

using search::nnue::checksum;
using search::nnue::Reader;
using search::nnue::Writer;

// The file: magic, version, CRC-32 of the rest; the settings as text; where the training stands.
constexpr std::string_view CHECKPOINT_MAGIC = "AGTC";
constexpr std::uint16_t CHECKPOINT_VERSION = 1;

/// What must be the same for a training to go on.
std::vector<std::pair<std::string, std::string>> identity(const FitSettings& s,
                                                          std::uint64_t samples) {
    const auto text = [](const auto& value) { return fmt::format("{}", value); };
    return {{"parameters", text(PARAMETER_COUNT)},
            {"samples", text(samples)},
            {"epochs", text(s.epochs)},
            {"batch", text(s.batch)},
            {"rate", text(s.rate)},
            {"decay", text(s.decay)},
            {"seed", text(s.seed)},
            {"threads", text(s.threads)}};
}

/// Throws Error for what is no checkpoint, or is one of another training.
FitState decode_state(std::string_view bytes, const FitSettings& settings, std::uint64_t samples) {
    Reader file{bytes, "not a checkpoint: it is cut off"};
    if (!bytes.starts_with(CHECKPOINT_MAGIC))
        throw Error("not a checkpoint, or one of an older make");
    file.text(CHECKPOINT_MAGIC.size());
    if (const auto version = file.take<std::uint16_t>(); version != CHECKPOINT_VERSION)
        throw Error(
            fmt::format("not a checkpoint of version {}, but of {}", CHECKPOINT_VERSION, version));
    if (file.take<std::uint32_t>() != checksum(file.rest))
        throw Error("not a checkpoint: wrong checksum");
    for (const auto& [key, value] : identity(settings, samples))
        if (const auto found = file.text(file.take<std::uint8_t>()); found != value)
            throw Error(fmt::format("its {} is {}, not {}", key, found, value));
    FitState state;
    state.epoch = file.take<std::int32_t>();
    state.step = file.take<std::uint64_t>();
    for (Parameters* values : {&state.parameters, &state.momentum, &state.variance})
        for (std::size_t i = 0; i < PARAMETER_COUNT; ++i)
            values->push_back(std::bit_cast<float>(file.take<std::uint32_t>()));
    if (!file.rest.empty() || state.epoch < 0 || state.epoch > settings.epochs || !finite(state))
        throw Error("not a checkpoint: it holds numbers that no training has");
    return state;
}

} // namespace

bool finite(const FitState& state) {
    for (const Parameters* values : {&state.parameters, &state.momentum, &state.variance})
        for (const float value : *values)
            if (!std::isfinite(value)) return false;
    return true;
}

void save_checkpoint(const std::filesystem::path& file, const FitState& state,
                     const FitSettings& settings, std::uint64_t samples) {
    if (!finite(state)) throw Error("a training that has run off makes no checkpoint");
    Writer payload;
    for (const auto& [key, value] : identity(settings, samples)) {
        payload.number(static_cast<std::uint8_t>(value.size()));
        payload.bytes += value;
    }
    payload.number(static_cast<std::int32_t>(state.epoch));
    payload.number(state.step);
    for (const Parameters* values : {&state.parameters, &state.momentum, &state.variance})
        for (const float value : *values) payload.number(std::bit_cast<std::uint32_t>(value));
    Writer head{std::string(CHECKPOINT_MAGIC)};
    head.number(CHECKPOINT_VERSION);
    head.number(checksum(payload.bytes));
    std::filesystem::path part = file;
    part += ".part";
    RecordFile whole(part);
    whole.cut(0);
    whole.append(head.bytes + payload.bytes);
    whole.sync();
    std::filesystem::rename(part, file);
}

std::optional<FitState> load_checkpoint(const std::filesystem::path& file,
                                        const FitSettings& settings, std::uint64_t samples) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return std::nullopt;
    const std::string bytes(std::istreambuf_iterator<char>(stream), {});
    try {
        return decode_state(bytes, settings, samples);
    } catch (const Error& error) {
        throw Error(fmt::format("{}: {}", file.string(), error.what()));
    }
}

} // namespace agon::train
