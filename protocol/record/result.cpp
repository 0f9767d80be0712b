#include "protocol/record/result.hpp"

#include "engine/words.hpp"

namespace agon {

std::string_view to_text(Result result) {
    static constexpr std::string_view TEXTS[] = {"1-0", "0-1", "1/2-1/2", "*"};
    return TEXTS[static_cast<std::size_t>(result)];
}

std::string_view to_text(Termination termination) {
    static constexpr std::string_view TEXTS[] = {"normal",      "adjudication", "time forfeit",
                                                 "abandoned",   "stalled",      "illegal move",
                                                 "unterminated"};
    return TEXTS[static_cast<std::size_t>(termination)];
}

std::optional<Result> find_result(std::string_view text) {
    for (const auto result :
         {Result::WhiteWins, Result::BlackWins, Result::Draw, Result::Unfinished})
        if (to_text(result) == text) return result;
    return std::nullopt;
}

std::optional<Termination> find_termination(std::string_view text) {
    for (int i = 0; i <= static_cast<int>(Termination::Unterminated); ++i)
        if (equal_ignoring_case(to_text(static_cast<Termination>(i)), text))
            return static_cast<Termination>(i);
    return std::nullopt;
}

std::optional<Fault> fault_of(Termination termination, std::string_view reason) {
    switch (termination) {
    case Termination::TimeForfeit: return Fault::OnTime;
    case Termination::Stalled: return Fault::Stall;
    case Termination::IllegalMove: return Fault::Illegal;
    case Termination::Abandoned:
        return reason.find(": crash") != std::string_view::npos ? Fault::Crash : Fault::Disconnect;
    default: return std::nullopt;
    }
}

} // namespace agon
