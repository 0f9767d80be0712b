#include "engine/draw/markup.hpp"

#include <cmath>
#include <fmt/format.h>

namespace agon {

std::string content_escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        default: result += c;
        }
    }
    return result;
}

std::string attribute_escaped(std::string_view text) {
    std::string result;
    for (const char c : content_escaped(text)) {
        switch (c) {
        case '"': result += "&quot;"; break;
        case '\'': result += "&#39;"; break;
        default: result += c;
        }
    }
    return result;
}

std::string decimal(double value, int digits) {
    const double scale = std::pow(10, digits);
    const double rounded = std::round(value * scale) / scale + 0.0; // the sum turns -0 into 0
    std::string text = fmt::format("{:.{}f}", rounded, digits);
    if (digits > 0) text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

} // namespace agon
