#include "search/nnue/network_file.hpp"

#include "engine/error.hpp"
#include "engine/open_file.hpp"
#include "engine/path_text.hpp"
#include "engine/quote.hpp"
#include "search/nnue/bytes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

namespace agon::search::nnue {
namespace {

constexpr std::string_view MAGIC = "AGNN";
constexpr std::uint32_t VERSION = 4;
constexpr std::uint32_t THREATLESS = 3; ///< the last without threat_row(); has Network::draws
constexpr std::uint32_t DRAWLESS = 2;   ///< the last without Network::draws
constexpr std::uint32_t OLDEST = 1;     ///< has OLD_RULE_FIELDS without naming them
constexpr std::uintmax_t MAX_BYTES = 16U << 20U; ///< of a file; ours have 0.3 MB

static_assert(RULE_VALUES == 4); // the rows of a field below

/// A field of the rules as a file has it. Its rows in the file are RULE_VALUES.
struct StoredField {
    std::size_t field;                           ///< index into rule_fields()
    std::array<std::size_t, RULE_VALUES> values; ///< our value for each number in the file
    std::size_t count;                           ///< of the values
};

/// The first `count` of our fields, each with its own values. Since version 1 both were only
/// appended to.
std::vector<StoredField> own_fields(std::size_t count) {
    std::vector<StoredField> fields;
    for (std::size_t i = 0; i < count; ++i)
        fields.push_back({i, {0, 1, 2, 3}, rule_fields()[i].values.size()});
    return fields;
}

std::vector<StoredField> read_fields(Reader& file) {
    std::vector<StoredField> fields(file.take<std::uint8_t>());
    for (StoredField& stored : fields) {
        const std::string_view key = file.text(file.take<std::uint8_t>());
        const auto field = find_rule_field(key);
        if (!field)
            throw Error(
                fmt::format("it knows a rule {} that this engine does not have", in_quotes(key)));
        stored = {*field, {}, file.take<std::uint8_t>()};
        if (stored.count > RULE_VALUES) throw Error(fmt::format("too many values of '{}'", key));
        std::array<bool, RULE_VALUES> taken{};
        for (std::size_t i = 0; i < stored.count; ++i) {
            const std::string_view name = file.text(file.take<std::uint8_t>());
            const auto value = rule_fields()[stored.field].find_value(name);
            if (!value)
                throw Error(fmt::format("it knows {} = {}, which this engine does not", key,
                                        escape_controls(name)));
            stored.values[i] = *value;
            taken[*value] = true;
        }
        for (std::size_t i = stored.count; i < RULE_VALUES; ++i) { // the unused rows
            const auto free = std::ranges::find(taken, false);
            stored.values[i] = static_cast<std::size_t>(free - taken.begin());
            *free = true;
        }
    }
    return fields;
}

/// Writes the fields as read_fields() reads them.
void write_fields(Writer& file) {
    const auto text = [&](std::string_view word) {
        file.number(static_cast<std::uint8_t>(word.size()));
        file.bytes += word;
    };
    file.number(static_cast<std::uint8_t>(RULE_FIELD_COUNT));
    for (const RuleField& field : rule_fields()) {
        text(field.key);
        file.number(static_cast<std::uint8_t>(field.values.size()));
        for (const RuleValue& value : field.values) text(value.name);
    }
}

/// Reads or writes all weights in the order of the file. The file has no rows for cells off the
/// board. Rows of rules that it does not know stay as they are, and so do those of threats if it
/// has none.
template<class File, class AnyNetwork>
void transfer(File& file, AnyNetwork& network, const std::vector<StoredField>& fields,
              bool has_threats) {
    const auto all = [&](auto& row) {
        for (auto& weight : row) file.number(weight);
    };
    const auto threats = [&](auto& row) {
        for (auto& weight : row) {
            auto steps = static_cast<std::int8_t>(weight / THREAT_STEP);
            file.number(steps);
            if constexpr (!std::is_const_v<AnyNetwork>)
                weight = static_cast<std::int16_t>(steps * THREAT_STEP);
        }
    };
    const auto planes = [&](std::size_t first, std::size_t count, auto transfer_row) {
        for (std::size_t plane = 0; plane < count; ++plane)
            BOARD.for_each([&](Cell cell) {
                transfer_row(network.rows[first + piece_row(plane, cell, Side::White)]);
            });
    };
    planes(0, PLANE_COUNT, all);
    for (std::size_t row = RESERVE_ROWS; row < RULE_ROWS; ++row) all(network.rows[row]);
    for (const StoredField& stored : fields)
        for (const std::size_t value : stored.values)
            all(network.rows[RULE_ROWS + stored.field * RULE_VALUES + value]);
    if (has_threats) planes(THREAT_ROWS, THREAT_PLANE_COUNT, threats);
    all(network.bias);
    const auto output = [&](auto& weights, auto& bias) {
        for (auto& bucket : weights)
            for (auto& row : bucket) all(row);
        all(bias);
    };
    output(network.output, network.output_bias);
    if (network.draws) output(network.draws->output, network.draws->bias);
}

/// The largest absolute weight of a unit in some rows.
int largest(const Network& network, std::size_t first_row, std::size_t rows, std::size_t unit) {
    int most = 0;
    for (std::size_t row = first_row; row < first_row + rows; ++row)
        most = std::max(most, std::abs(int{network.rows[row][unit]}));
    return most;
}

/// Throws Error if a unit could overflow 16 bits in some position. A unit is the sum of the bias, a
/// value of each rule, and for each side a queen and six guards, all threatened, and a reserve.
void check_accumulators(const Network& network) {
    for (std::size_t unit = 0; unit < HIDDEN; ++unit) {
        int most = std::abs(int{network.bias[unit]});
        for (std::size_t field = 0; field < RULE_FIELD_COUNT; ++field)
            most += largest(network, RULE_ROWS + field * RULE_VALUES, RULE_VALUES, unit);
        for (const std::size_t side : {std::size_t{0}, THEIRS}) {
            most += GUARDS_A_SIDE * largest(network, side * CELL_ROWS, 2 * CELL_ROWS, unit);
            most += largest(network, (side + QUEEN) * CELL_ROWS, 2 * CELL_ROWS, unit);
            const std::size_t threats = THREAT_ROWS + side / QUEEN * CELL_ROWS;
            most += GUARDS_A_SIDE * largest(network, threats, CELL_ROWS, unit);
            most += largest(network, threats + CELL_ROWS, CELL_ROWS, unit);
        }
        most += 2 * largest(network, RESERVE_ROWS, 2 * GUARDS_A_SIDE, unit);
        if (most > std::numeric_limits<std::int16_t>::max())
            throw Error(fmt::format("unit {} can overflow", unit));
    }
}

/// Throws Error if the sum of an output could overflow 32 bits, or a product 16.
void check_output(const Network::Output& output, const Network::OutputBias& bias) {
    for (std::size_t i = 0; i < BUCKET_COUNT; ++i) {
        std::int64_t most = 0;
        for (const auto& row : output[i])
            for (const std::int16_t weight : row) {
                if (std::abs(int{weight}) > MAX_WEIGHT)
                    throw Error(fmt::format("a weight of output {} is over {}", i, MAX_WEIGHT));
                most += std::abs(int{weight});
            }
        // Half the range for the squares, half for the bias.
        constexpr std::int64_t HALF = std::numeric_limits<std::int32_t>::max() / 2;
        if (most * ACTIVATION_ONE * ACTIVATION_ONE > 2 * HALF ||
            std::abs(std::int64_t{bias[i]}) * SCORE_ONE > HALF)
            throw Error(fmt::format("output {} can overflow", i));
    }
}

/// What a file says before its weights.
struct Head {
    bool has_threats, has_draws;
    std::vector<StoredField> fields;
    std::vector<RuleSet> trained_on;
};

/// Leaves the file at its weights.
Head read_head(Reader& file) {
    if (!file.rest.starts_with(MAGIC)) throw Error("not a network of agon");
    file.rest.remove_prefix(MAGIC.size());
    const auto expect = [](std::string_view what, std::size_t found, std::size_t expected) {
        if (found != expected)
            throw Error(fmt::format("{} {}, this engine reads {}", what, found, expected));
    };
    const auto version = file.take<std::uint32_t>();
    if (version < OLDEST || version > VERSION)
        throw Error(
            fmt::format("version {}, this engine reads {} to {}", version, OLDEST, VERSION));
    Head head{};
    const auto inputs = file.take<std::uint32_t>();
    expect("hidden units", file.take<std::uint32_t>(), HIDDEN);
    const auto outputs = file.take<std::uint32_t>();
    head.has_threats = version > THREATLESS;
    head.has_draws = head.has_threats ? outputs == 2 * BUCKET_COUNT : version > DRAWLESS;
    expect("outputs", outputs, BUCKET_COUNT * (head.has_threats && head.has_draws ? 2 : 1));
    const auto rule_sets = file.take<std::uint32_t>();
    if (rule_sets == 0 || rule_sets > file.rest.size())
        throw Error("no rule sets that it was trained on");
    head.fields = version == OLDEST ? own_fields(OLD_RULE_FIELDS) : read_fields(file);
    expect("inputs", inputs,
           RULE_ROWS + head.fields.size() * RULE_VALUES +
               (head.has_threats ? THREAT_ROW_COUNT : 0));
    for (std::uint32_t i = 0; i < rule_sets; ++i) {
        RuleSet rules;
        for (const StoredField& stored : head.fields) {
            const auto value = file.take<std::uint8_t>();
            if (value >= stored.count) throw Error("a rule set that does not exist");
            rule_fields()[stored.field].set(rules, stored.values[value]);
        }
        head.trained_on.push_back(rules);
    }
    return head;
}

} // namespace

std::vector<RuleSet> read_trained_on(std::string_view bytes) {
    Reader file{bytes};
    return read_head(file).trained_on;
}

std::unique_ptr<const Network> read_network(std::string_view bytes) {
    Reader file{bytes};
    Head head = read_head(file);
    auto network = std::make_unique<Network>();
    if (head.has_draws) network->draws.emplace();
    network->trained_on = std::move(head.trained_on);
    for (auto& row : network->rows) row.fill(0);
    transfer(file, *network, head.fields, head.has_threats);
    if (file.rest.size() != CHECKSUM_SIZE)
        throw Error(file.rest.size() < CHECKSUM_SIZE ? "the file is truncated"
                                                     : "extra bytes after its end");
    if (file.take<std::uint32_t>() != checksum(bytes.substr(0, bytes.size() - CHECKSUM_SIZE)))
        throw Error("wrong checksum");
    check_accumulators(*network);
    check_output(network->output, network->output_bias);
    if (network->draws) check_output(network->draws->output, network->draws->bias);
    return network;
}

std::unique_ptr<const Network> load_network(const std::filesystem::path& file) {
    std::ifstream stream = open_regular(file, MAX_BYTES);
    const std::string bytes(std::istreambuf_iterator<char>(stream), {});
    if (stream.bad()) throw Error("cannot read " + utf8_of(file));
    try {
        return read_network(bytes);
    } catch (const Error& error) {
        throw Error(fmt::format("{}: {}", utf8_of(file), error.what()));
    }
}

std::string write_network(const Network& network) {
    Writer file{std::string(MAGIC)};
    for (const std::size_t number :
         {std::size_t{VERSION}, ROW_COUNT, HIDDEN, BUCKET_COUNT * (network.draws ? 2 : 1),
          network.trained_on.size()})
        file.number(static_cast<std::uint32_t>(number));
    write_fields(file);
    for (const RuleSet& rules : network.trained_on)
        for (const RuleField& field : rule_fields())
            file.number(static_cast<std::uint8_t>(field.get(rules)));
    transfer(file, network, own_fields(RULE_FIELD_COUNT), true);
    file.number(checksum(file.bytes));
    return file.bytes;
}

} // namespace agon::search::nnue
