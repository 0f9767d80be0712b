// Why a request is not granted, for a page that words it itself.
#pragma once

#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/web/room/played_json.hpp"

#include <string>
#include <utility>

namespace agon::page {

/// Its text is in English, for pages without words for the key.
class Refusal : public Error {
public:
    Refusal(std::string key, const std::string& text, Json fields = Json::object())
        : Error(text), key_(std::move(key)), fields_(std::move(fields)) {}
    [[nodiscard]] const std::string& key() const { return key_; }
    [[nodiscard]] const Json& fields() const { return fields_; }

private:
    std::string key_;
    Json fields_; ///< that the sentence of the key names
};

/// What `action` returns; a plain Error of it gets the key.
template<class Action>
decltype(auto) with_key(const char* key, Action action) {
    try {
        return action();
    } catch (const Refusal&) {
        throw;
    } catch (const Error& error) {
        throw Refusal(key, error.what());
    }
}

/// Does `action`; an illegal action in it becomes a refusal with the rule's key and `cells`.
template<class Action>
void explained(Action action) {
    try {
        action();
    } catch (const IllegalAction& illegal) {
        throw Refusal(std::string(to_text(illegal.reason())), illegal.what(),
                      {{"cells", cells_json(illegal.cells())}});
    }
}

} // namespace agon::page
