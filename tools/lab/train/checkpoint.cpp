#include "tools/lab/train/checkpoint.hpp"

#include "engine/error.hpp"
#include "engine/open_file.hpp"
#include "search/nnue/bytes.hpp"
#include "tools/lab/train/trainer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

namespace agon::train {
namespace {

using search::nnue::checksum;
using search::nnue::Reader;
using search::nnue::Writer;

// The file: magic, version, CRC-32 of the rest; the settings as text; the state of the training.
constexpr std::string_view CHECKPOINT_MAGIC = "AGTC";
constexpr std::uint16_t CHECKPOINT_VERSION = 1;
constexpr std::uintmax_t MAX_BYTES = 3 * 9 * PARAMETER_COUNT + 4096; ///< CBOR: 9 for each number

/// Everything that must be the same to resume a training run. `count`: the number of weights in the
/// checkpoint.
std::vector<std::pair<std::string, std::string>>
identity(const FitSettings& s, std::uint64_t samples, std::size_t count) {
    const auto text = [](const auto& value) { return fmt::format("{}", value); };
    return {{"parameters", text(count)}, {"samples", text(samples)},  {"epochs", text(s.epochs)},
            {"batch", text(s.batch)},    {"rate", text(s.rate)},      {"decay", text(s.decay)},
            {"seed", text(s.seed)},      {"threads", text(s.threads)}};
}

void check_same(std::string_view key, std::string_view found, const std::string& value) {
    if (found != value) throw Error(fmt::format("its {} is {}, not {}", key, found, value));
}

constexpr std::size_t FIELD_WEIGHTS = search::nnue::RULE_VALUES * search::nnue::HIDDEN;

/// Throws Error if no version has this number of weights. Fields of the rules were added one by
/// one, then all threats at once.
void check_count(std::size_t count) {
    constexpr std::size_t BEFORE = PARAMETER_COUNT - (BIAS_AT - THREATS_AT);
    const bool known = count == PARAMETER_COUNT ||
                       (count <= BEFORE && (BEFORE - count) % FIELD_WEIGHTS == 0 &&
                        count + (RULE_FIELD_COUNT - OLD_RULE_FIELDS) * FIELD_WEIGHTS >= BEFORE);
    if (!known)
        throw Error(
            fmt::format("not a checkpoint: it has {} weights, not {}", count, PARAMETER_COUNT));
}

/// Gives weight 0 to the fields of the rules and the threats that the checkpoint does not know.
void widen(FitState& state) {
    for (Parameters* values : {&state.parameters, &state.momentum, &state.variance}) {
        const std::size_t missing = PARAMETER_COUNT - values->size();
        const auto at = values->begin() + static_cast<std::ptrdiff_t>(BIAS_AT - missing);
        values->insert(at, missing, 0.0F);
    }
}

/// Throws Error if it is not a checkpoint, or belongs to another training.
FitState decode(Reader file, const FitSettings& settings, std::uint64_t samples) {
    file.text(CHECKPOINT_MAGIC.size());
    if (const auto version = file.take<std::uint16_t>(); version != CHECKPOINT_VERSION)
        throw Error(
            fmt::format("not a checkpoint of version {}, but of {}", CHECKPOINT_VERSION, version));
    if (file.take<std::uint32_t>() != checksum(file.rest))
        throw Error("not a checkpoint: wrong checksum");
    Reader after_texts = file; // the count is in the first text, and follows from the size
    for (std::size_t i = 0; i < identity(settings, samples, 0).size(); ++i)
        after_texts.text(after_texts.take<std::uint8_t>());
    const std::size_t count = after_texts.rest.size() / (3 * sizeof(float)) - 1;
    check_count(count);
    for (const auto& [key, value] : identity(settings, samples, count))
        check_same(key, file.text(file.take<std::uint8_t>()), value);
    FitState state;
    state.epoch = file.take<std::int32_t>();
    state.step = file.take<std::uint64_t>();
    for (Parameters* values : {&state.parameters, &state.momentum, &state.variance})
        for (std::size_t i = 0; i < count; ++i)
            values->push_back(std::bit_cast<float>(file.take<std::uint32_t>()));
    if (!file.rest.empty()) throw Error("not a checkpoint: extra bytes after its end");
    widen(state);
    return state;
}

// The file of version 0.3: a map in CBOR (RFC 8949) with its keys in alphabetical order. It holds a
// map with the entries of identity(), two numbers and three lists. There is no deeper nesting, so
// this needs no recursion, which nlohmann's reader uses for nested strings. There is no checksum.

enum Major : std::uint8_t { UNSIGNED = 0, TEXT = 3, LIST = 4, MAP = 5, FLOAT = 7 };
constexpr int FLOAT32 = 26, FLOAT64 = 27; ///< of the low five bits

struct Head {
    int major, low;
    std::uint64_t number; ///< the value, its bits, or the size of what follows
};

Head take_head(Reader& file) {
    const auto first = file.take<std::uint8_t>();
    Head head{first >> 5, first & 31, static_cast<std::uint64_t>(first & 31)};
    if (head.low < 24) return head;
    if (head.low > FLOAT64) throw Error("not a checkpoint: it has parts without a size");
    head.number = 0;
    for (const char byte : file.text(std::size_t{1} << (head.low - 24)))
        head.number = head.number << 8 | static_cast<unsigned char>(byte);
    return head;
}

std::uint64_t take(Reader& file, Major major) {
    const Head head = take_head(file);
    if (head.major != major) throw Error("not a checkpoint: it holds what no training has");
    return head.number;
}

std::string take_text(Reader& file) { return std::string(file.text(take(file, TEXT))); }

std::optional<double> real_number(const Head& head) {
    if (head.major != FLOAT) return std::nullopt;
    if (head.low == FLOAT32) return std::bit_cast<float>(static_cast<std::uint32_t>(head.number));
    if (head.low == FLOAT64) return std::bit_cast<double>(head.number);
    return std::nullopt;
}

/// Throws as decode().
FitState decode_old(Reader file, const FitSettings& settings, std::uint64_t samples) {
    const auto expect = [&](Major major, std::uint64_t size) {
        if (take(file, major) != size) throw Error("not a checkpoint: it has a wrong size");
    };
    const auto expect_key = [&](std::string_view key) {
        if (take_text(file) != key) throw Error("not a checkpoint, or one of an unknown kind");
    };
    FitState state;
    const auto take_row = [&](std::string_view key, Parameters& values) {
        expect_key(key);
        const std::size_t count = take(file, LIST);
        check_count(count);
        for (std::size_t i = 0; i < count; ++i) {
            const auto value = real_number(take_head(file));
            if (!value) throw Error("not a checkpoint: it holds what no training has");
            values.push_back(static_cast<float>(*value));
        }
    };
    expect(MAP, 6);
    expect_key("epoch");
    state.epoch = static_cast<int>(std::min<std::uint64_t>(take(file, UNSIGNED), 1U << 30U));
    take_row("momentum", state.momentum);
    expect_key("step");
    state.step = take(file, UNSIGNED);
    expect_key("training");
    auto same = identity(settings, samples, state.momentum.size());
    same.emplace_back("format", "1");
    expect(MAP, same.size());
    std::map<std::string, std::string> found;
    for (std::size_t i = 0; i < same.size(); ++i) {
        const std::string key = take_text(file);
        const Head head = take_head(file);
        const auto real = real_number(head);
        if (!real && head.major != UNSIGNED)
            throw Error("not a checkpoint: it holds what no training has");
        found[key] = real ? fmt::format("{}", *real) : fmt::format("{}", head.number);
    }
    for (const auto& [key, value] : same) check_same(key, found[key], value);
    take_row("variance", state.variance);
    take_row("weights", state.parameters);
    if (!file.rest.empty()) throw Error("not a checkpoint: extra bytes after its end");
    widen(state);
    return state;
}

} // namespace

const FileKind CHECKPOINT_KIND{"a checkpoint of agon-train", [](std::string_view text) {
                                   return text.starts_with(CHECKPOINT_MAGIC) ||
                                          text.starts_with("\xa6\x65"
                                                           "epoch"); // CBOR, before
                               }};

bool finite(const FitState& state) {
    for (const Parameters* values : {&state.parameters, &state.momentum, &state.variance})
        for (const float value : *values)
            if (!std::isfinite(value)) return false;
    return true;
}

void save_checkpoint(const std::filesystem::path& file, const FitState& state,
                     const FitSettings& settings, std::uint64_t samples) {
    if (!finite(state)) throw Error("a training that has diverged makes no checkpoint");
    Writer payload;
    for (const auto& [key, value] : identity(settings, samples, PARAMETER_COUNT)) {
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
    OutputFile(file, CHECKPOINT_KIND).write(head.bytes + payload.bytes);
}

std::optional<FitState> load_checkpoint(const std::filesystem::path& file,
                                        const FitSettings& settings, std::uint64_t samples) {
    if (!std::filesystem::exists(file)) return std::nullopt;
    std::ifstream stream = open_regular(file, MAX_BYTES);
    const std::string bytes(std::istreambuf_iterator<char>(stream), {});
    const Reader reader{bytes, "not a checkpoint: it is truncated"};
    try {
        FitState state = bytes.starts_with(CHECKPOINT_MAGIC)
                             ? decode(reader, settings, samples)
                             : decode_old(reader, settings, samples);
        if (state.epoch < 0 || state.epoch > settings.epochs || !finite(state))
            throw Error("not a checkpoint: it holds numbers that no training has");
        return state;
    } catch (const Error& error) {
        throw Error(fmt::format("{}: {}", file.string(), error.what()));
    }
}

} // namespace agon::train
