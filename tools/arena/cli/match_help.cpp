#include "tools/arena/cli/match_arguments.hpp"

namespace agon::arena {

std::string_view match_help() {
    return R"(
-engine KEY=VALUE...   an engine:
    cmd=PROGRAM dir=DIRECTORY args="..." name=NAME proto=uci|ugi
    conf=[FILE.json:]NAME       its entry in a file of engines (engines.json)
    tc=[MOVES/]TIME[+INC]|inf   clock in seconds
    st=SECONDS nodes=N depth=N  for each action
    timemargin=MS               how late an answer may be (0)
    ponder=on|off               think in the opponent's time; a bare ponder means on
    restart=on|off              a new process for each game
    option.NAME=VALUE           an option of the engine
    refusal=stop|allow          what happens if it refuses an option (stop)
-quick cmd=A cmd=B book=FILE   two engines at 10+0.1, 25000 rounds, -recover, -draw movenumber=30
                       movecount=8 score=8, all processors but two; other options override
-each KEY=VALUE...     the same for all engines; an engine's own values override
    option.UCI_Variant, Setup, VariantPath, RepetitionLimit and NoProgressLimit are the match's
-variant NAME          rules to play by; standard: those of option.UCI_Variant, otherwise classic
-tournament roundrobin|gauntlet|knockout|swiss
-seeds N               gauntlet: the first N engines play all others (1)
-rounds N              encounters of each pairing (2); of each engine in a Swiss
-games 1|2             games of an encounter (2), the second with colours swapped
-repeat                the same as -games 2
-noswap                the first engine is always white
-concurrency N|max     games at a time (1). Games times Threads must not exceed the processors of
                       this program's affinity and control groups; max uses them all
-force-concurrency     allow more games than that
-wait MS               pause between the end of a game and the next in its place (0)
-use-affinity [CORES]  pin each game to its own processors, any or from a list: 0,2,4-7
-openings file=FILE format=epd|pgn order=sequential|random plies=N start=N policy=encounter|round
                       plies: of each game of a PGN; policy=round: all games of a round have the
                       same opening. The file may be compressed: .gz .xz .zst
-srand N               seed of the random order (0)
-draw movenumber=N movecount=N score=CENTIPAWNS
-resign movecount=N score=CENTIPAWNS twosided=true|false
-maxmoves N            a draw after 2N actions, N of each side (500); 0 for no limit
-refuges               a draw when it is proved that neither side can lose
-illegal forfeit-game|forfeit-turn   what an illegal action costs (forfeit-game); in the middle
                       of a turn, or for the other side's piece, it always costs the game
-sprt elo0=X elo1=X alpha=X beta=X model=normalized|logistic|bayesian
-scoreinterval N       games between lines with the score of two engines (0: none)
-ratinginterval N      games between reports (10); 0 for none
-recover               continue after a crash, disconnect or stall of an engine
-stall SECONDS         limit for an answer that no clock bounds (60)
-trust                 let engines play even if they lack the match's options
-pgnout file=FILE match_line=REGEX nps=true hashfull=true latency=true
                       games are added to it, with the engine's last line that matches, its
                       speed, the fill of its hash table, and how much longer an action took than
                       it says
-journal file=FILE     the same command resumes the match from it, however it ended (default:
                       the PGN's name with .jsonl)
--shard I/N            the I-th of N parts of a round-robin or gauntlet, for `merge`
-epdout file=FILE      last positions are added to it
-log file=FILE append=true|false   every line of engine traffic
-http port=N address=A a page with the state of the match, at port N (any free one) of this machine
                       or of an address that other machines can reach; keep=on: until Ctrl-C
-event TEXT -site TEXT for the PGN
-h, --help             this text
--version              version, and how it was built

Examples:
  agon-match -engine cmd=A name=a -engine cmd=B name=b -each tc=10+0.1 -rounds 100 -repeat
  agon-match -engine cmd=new -engine cmd=old name=old -each tc=10+0.1 -rounds 5000
      -openings file=book.epd order=random -sprt elo0=0 elo1=5 -pgnout file=test.pgn
  agon-match merge shard-*.jsonl
)";
}

} // namespace agon::arena
