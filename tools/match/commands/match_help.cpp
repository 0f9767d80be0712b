#include "tools/match/commands/match_arguments.hpp"

namespace agon::match {

std::string_view match_help() {
    return R"(agon-match: matches between engines of Agon that speak UCI or UGI

agon-match -engine cmd=A name=a -engine cmd=B name=b -each tc=10+0.1 -rounds 100 -repeat
agon-match play --help: one game, on the screen
agon-match merge JOURNAL...: one table of the shards of a match
agon-match check --help: how an engine conducts itself
agon-match report JOURNAL... -o PAGE.html: a match as a page, with every game on a board
agon-match replay JOURNAL GAME [--ply N]: a game's actions, or one of them searched again

-engine KEY=VALUE...   an engine:
    cmd=PROGRAM dir=DIRECTORY args="..." name=NAME proto=uci|ugi
    tc=[MOVES/]TIME[+INC]|inf   clock in seconds
    st=SECONDS nodes=N depth=N  for each action
    timemargin=MS               overrun that is forgiven
    ponder=on|off               think in the opponent's time; a bare ponder means on
    restart=on|off              a new process for each game
    option.NAME=VALUE           an option of the engine
-each KEY=VALUE...     the same for all engines; an engine's own words override
    option.UCI_Variant, Setup, VariantPath, RepetitionLimit and NoProgressLimit are the match's
-variant NAME          rules to play by; standard: those of option.UCI_Variant, else classic
-tournament roundrobin|gauntlet|knockout|swiss
-seeds N               gauntlet: engines, from the first, that play all others (1)
-rounds N              encounters of each pairing (2); of each engine in a Swiss
-games 1|2             games of an encounter (2), the second with colours swapped
-repeat                the same as -games 2
-noswap                the first engine is always white
-concurrency N         games at a time (1); times Threads at most the machine's cores,
-force-concurrency     unless this is given
-openings file=FILE format=epd|pgn order=sequential|random plies=N start=N
-srand N               seed of the random order (0)
-draw movenumber=N movecount=N score=CENTIPAWNS
-resign movecount=N score=CENTIPAWNS twosided=true|false
-maxmoves N            a draw after N actions of each side
-illegal forfeit-game|forfeit-turn   what an illegal action costs (forfeit-game); in the middle
                       of a turn, or for the other side's piece, it always costs the game
-sprt elo0=X elo1=X alpha=X beta=X model=normalized|logistic|bayesian
-ratinginterval N      games between reports (10); 0 for none
-recover               go on after a crash, disconnect or stall of an engine
-stall SECONDS         limit for an answer that no clock bounds (60)
-trust                 let engines play that do not know the match's options
-pgnout file=FILE match_line=REGEX
                       games are added to it, with the engine's last line that matches
-journal file=FILE     what the same command goes on from after it was ended, in whatever way;
                       the PGN's name with .jsonl unless given
--shard I/N            the I-th of N parts of a round-robin or gauntlet, for `merge`
-epdout file=FILE      last positions are added to it
-log file=FILE append=true|false   every line of engine traffic
-event TEXT -site TEXT for the PGN
--version --help
)";
}

} // namespace agon::match
