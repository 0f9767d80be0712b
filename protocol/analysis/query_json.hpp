// The JSON of a query, which is flat: what cannot be part of one is not kept, so that hostile input
// costs no more than its bytes, and the id of a faulty query can still be read.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace agon::analysis {

/// Sorted keys: finding one among a million takes no time.
using Value = nlohmann::json;

struct QueryJson {
    Value value;
    std::string
        repeated; ///< the first field that is given twice, "nodes", also "rules.pace"; or empty
};

/// Lists and objects in lists and objects of the query are read as empty. Throws Error with the
/// byte where `text` is not JSON in UTF-8.
[[nodiscard]] QueryJson read_query_json(std::string_view text);

} // namespace agon::analysis
