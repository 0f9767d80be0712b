#include "protocol/analysis/query_json.hpp"

#include "engine/error.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace agon::analysis {
namespace {

constexpr std::size_t MAX_DEPTH = 2; ///< of {"actions":[]}

/// Not the library's own builder: with a callback it takes quadratic time for a list of objects,
/// and without one it neither sees a repeated key nor limits the depth.
class Builder final : public nlohmann::json_sax<Value> {
public:
    QueryJson read;
    std::string fault;

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t&) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t&) override { return true; } // not in JSON
    bool start_object(std::size_t) override { return start(Value::object()); }
    bool start_array(std::size_t) override { return start(Value::array()); }
    bool end_object() override { return end(); }
    bool end_array() override { return end(); }

    bool key(string_t& name) override {
        if (skipped_ > 0) return true;
        if (read.repeated.empty() && open_.back()->contains(name))
            read.repeated = open_.size() == 1 ? name : key_ + '.' + name;
        if (open_.size() == 1) key_ = name;
        place_ = &(*open_.back())[std::move(name)];
        return true;
    }

    bool parse_error(std::size_t byte, const std::string&, const Value::exception& error) override {
        const bool range = dynamic_cast<const Value::out_of_range*>(&error) != nullptr;
        fault = fmt::format("{} at byte {}",
                            range ? "a number is out of range" : "this is not JSON", byte);
        return false;
    }

private:
    bool add(Value value) {
        if (skipped_ == 0) *next() = std::move(value);
        return true;
    }

    bool start(Value empty) {
        if (skipped_ > 0) {
            ++skipped_;
            return true;
        }
        Value* const value = next();
        *value = std::move(empty);
        if (open_.size() == MAX_DEPTH)
            ++skipped_; // its content
        else
            open_.push_back(value);
        return true;
    }

    bool end() {
        if (skipped_ > 0)
            --skipped_;
        else
            open_.pop_back();
        return true;
    }

    /// Where the next value belongs.
    Value* next() {
        if (open_.empty()) return &read.value;
        if (open_.back()->is_object()) return place_;
        open_.back()->push_back(nullptr);
        return &open_.back()->back();
    }

    std::vector<Value*> open_; ///< nothing is added to one while another inside it is open
    Value* place_ = nullptr;   ///< of the last key
    std::string key_;          ///< of the query
    std::size_t skipped_ = 0;  ///< open lists and objects that are not kept
};

} // namespace

QueryJson read_query_json(std::string_view text) {
    // The library takes a NUL for the end of the text.
    if (const auto nul = text.find('\0'); nul != std::string_view::npos)
        throw Error(fmt::format("this is not JSON at byte {}", nul + 1));
    Builder builder;
    if (!Value::sax_parse(text, &builder)) throw Error(builder.fault);
    return std::move(builder.read);
}

} // namespace agon::analysis
