#include "tools/match/formats/json.hpp"

#include "engine/error.hpp"

#include <cstdint>
#include <string>

namespace agon::match {
namespace {

Error too_deep() {
    return Error("lists and objects are nested more than " + std::to_string(MOST_JSON_DEPTH) +
                 " deep");
}

bool check_depth(int around, Json::parse_event_t event, const Json&) {
    const bool begins =
        event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
    if (begins && around >= MOST_JSON_DEPTH) throw too_deep();
    return true;
}

/// Reads and keeps nothing; ends the reading where it gets too deep.
class DepthCounter final : public nlohmann::json_sax<Json> {
public:
    [[nodiscard]] bool passed() const { return depth_ > MOST_JSON_DEPTH; }

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool key(string_t&) override { return true; }
    bool start_object(std::size_t) override { return begin(); }
    bool start_array(std::size_t) override { return begin(); }
    bool end_object() override { return end(); }
    bool end_array() override { return end(); }
    bool parse_error(std::size_t, const std::string&, const Json::exception&) override {
        return false;
    }

private:
    bool begin() { return ++depth_ <= MOST_JSON_DEPTH; }
    bool end() {
        --depth_;
        return true;
    }

    int depth_ = 0;
};

} // namespace

Json parse_json(std::string_view text) { return Json::parse(text, check_depth, false); }

Json parse_json(std::istream& in) { return Json::parse(in, check_depth, false); }

Json parse_cbor(std::string_view bytes) {
    DepthCounter counter;
    Json::sax_parse(bytes, &counter, Json::input_format_t::cbor);
    if (counter.passed()) throw too_deep();
    try {
        return Json::from_cbor(bytes, true, false);
    } catch (const Json::exception&) { // it says that it is larger than memory
        return Json(Json::value_t::discarded);
    }
}

} // namespace agon::match
