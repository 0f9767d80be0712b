#include "tools/match/formats/epd.hpp"

#include "engine/notation.hpp"

namespace agon::match {

std::string to_epd(const Position& position) {
    std::string text = to_text(position);
    text.resize(text.rfind(' ', text.rfind(' ') - 1)); // the last two fields are the counters
    return text + " hmvc " + std::to_string(position.clock) + "; fmvn " +
           std::to_string(position.number) + ';';
}

} // namespace agon::match
