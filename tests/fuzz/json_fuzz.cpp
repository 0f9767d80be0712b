// Input: JSON.
//
//  - What is not discarded is nested no deeper than MAX_JSON_DEPTH.
//  - Nesting is the only reason for a refusal.
//  - Written again, it is read as the same.
#include "engine/error.hpp"
#include "tests/fuzz/target.hpp"
#include "tools/arena/journal/json.hpp"

#include <algorithm>
#include <sstream>
#include <string>

using namespace agon;
using namespace agon::arena;

namespace {

int depth_of(const Json& json) {
    int most = 0;
    if (json.is_structured())
        for (const Json& each : json) most = std::max(most, depth_of(each));
    return most + (json.is_structured() ? 1 : 0);
}

std::string text_of(const Json& json) {
    return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

/// Discarded also when it is refused.
template<class Read>
Json read(Read parse) {
    try {
        Json json = parse();
        if (depth_of(json) > page::MAX_JSON_DEPTH)
            fuzz::broken("what is read is not too deep", std::to_string(depth_of(json)));
        return json;
    } catch (const Error& error) {
        if (std::string(error.what()) != "lists and objects are nested more than 64 deep")
            fuzz::broken("only what is too deep is refused", error.what());
        return Json(Json::value_t::discarded);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string input(reinterpret_cast<const char*>(data), size);
    const Json text = read([&] { return parse_json(input); });
    std::istringstream stream(input);
    if (read([&] { return parse_json(stream); }) != text && !text.is_discarded())
        fuzz::broken("a file is read as its text is", text_of(text));
    if (!text.is_discarded() && text_of(parse_json(text_of(text))) != text_of(text))
        fuzz::broken("JSON that is written is read as itself", text_of(text));
    return 0;
}
