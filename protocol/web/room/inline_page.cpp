#include "protocol/web/room/inline_page.hpp"

#include "engine/draw/markup.hpp"

#include <fmt/format.h>

namespace agon::embedded {
extern const std::string_view INLINE_HTML; // inline.html
}

namespace agon::page {
namespace {

/// A `data:` URL. What a browser would strip, or HTML or JSON would misread, is escaped.
std::string script_url(std::string_view source) {
    constexpr std::string_view PLAIN = " !$&'()*+,-./:;=?@[]^_`{|}~";
    std::string url = "data:text/javascript;charset=utf-8,";
    for (const char c : source) {
        const bool letter =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (letter || PLAIN.find(c) != PLAIN.npos)
            url += c;
        else
            url += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return url;
}

} // namespace

std::string filled(std::string_view text, const std::map<std::string_view, std::string>& texts) {
    std::string result;
    for (auto open = text.find("{{"); open != std::string_view::npos; open = text.find("{{")) {
        const auto close = text.find("}}", open);
        result += text.substr(0, open);
        result += texts.at(text.substr(open + 2, close - open - 2));
        text.remove_prefix(close + 2);
    }
    return result += text;
}

std::string inline_page(const InlinePage& page) {
    Json imports = Json::object();
    for (const Module& module : page.modules)
        imports["imports"]["agon/" + std::string(module.name)] = script_url(module.source);
    std::string style;
    for (const std::string_view text : page.styles) style += text;
    return filled(embedded::INLINE_HTML, {{"title", attribute_escaped(page.title)},
                                          {"style", style},
                                          {"imports", script_json(imports)},
                                          {"body", page.body},
                                          {"data", script_json(page.data)},
                                          {"start", "agon/" + std::string(page.start)}});
}

} // namespace agon::page
