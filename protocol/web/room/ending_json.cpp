#include "protocol/web/room/ending_json.hpp"

#include "engine/game/outcome.hpp"
#include "protocol/record/referee.hpp"
#include "protocol/web/room/played_json.hpp"

#include <optional>
#include <string>

namespace agon::page {
namespace {

std::string_view key_of(Fault fault) {
    switch (fault) {
    case Fault::Crash: return "crash";
    case Fault::Disconnect: return "disconnect";
    case Fault::Stall: return "stall";
    case Fault::Illegal: return "illegal";
    case Fault::OnTime: return "time";
    }
    return "";
}

} // namespace

std::string_view ending_key(Reason reason) {
    switch (reason) {
    case Reason::Throne: return "throne";
    case Reason::Forfeit: return "forfeit";
    case Reason::NoGuards: return "guards";
    case Reason::Repetition: return "repetition";
    case Reason::NoProgress: return "progress";
    case Reason::Ring: return "ring";
    case Reason::NoAction: return "stuck";
    }
    return "";
}

Json ending_json(const GameSession& game) {
    const auto& verdict = game.verdict();
    if (!verdict) return nullptr;
    const auto json = [&](std::string_view key) {
        const bool white = verdict->result == Result::WhiteWins;
        const bool won = white || verdict->result == Result::BlackWins;
        return Json{{"key", key},
                    {"winner", won ? side_key(white ? Side::White : Side::Black) : ""}};
    };
    Json ending;
    const std::optional<Outcome> outcome = game.game().outcome();
    if (outcome && *verdict == verdict_of(*outcome)) {
        ending = json(ending_key(outcome->reason));
        if (outcome->reason == Reason::Repetition)
            ending["count"] = game.game().limits().repetition;
        if (outcome->reason == Reason::NoProgress)
            ending["count"] = game.game().limits().no_progress;
    } else if (*verdict == resignation(Side::White) || *verdict == resignation(Side::Black)) {
        ending = json("resigned");
    } else if (verdict->fault) {
        ending = json(key_of(*verdict->fault));
    } else if (verdict->termination == Termination::Adjudication &&
               verdict->result == Result::Draw) {
        ending = json("length");
        ending["count"] = game.actions().size();
    } else {
        ending = json("other");
    }
    ending["text"] = game.sentence();
    return ending;
}

} // namespace agon::page
