// Games from PGN, and what an engine said of its action in their comments.
#pragma once

#include "engine/game/game.hpp"
#include "engine/record/record.hpp"

#include <chrono>
#include <functional>
#include <istream>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agon {

// Times as files of games write them.

using WallTime = std::chrono::system_clock::time_point;

/// "2026-11-21T06:07:02.123Z", or without the fraction, or a date alone with any separators;
/// nothing for other texts and for what is no date.
[[nodiscard]] std::optional<WallTime> parse_time(std::string_view text);

/// "2026-11-21T06:07:02.123Z". Precondition: 1970 or later.
[[nodiscard]] std::string time_text(WallTime time);

// What an engine said of its action, from the comment of a PGN.

/// Comments that read_comment() does not understand, among what a file's games leave out.
inline constexpr const char* OTHER_COMMENTS = "comments in other words than the arena's";

/// The inverse of comment_text() (pgn.hpp): sets what the comment says of the action, its time to
/// a millisecond, and returns the rest, which after the last action is the reason of the result.
/// A comment of other words is a rest as a whole.
[[nodiscard]] std::string read_comment(std::string_view comment, ActionRecord& action);

/// Takes every `[%eval ...]` (PgnOptions::review) out of a comment, with the blanks after it.
/// Returns what the last of them says, from white's side.
[[nodiscard]] Evaluation take_review_score(std::string& comment);

/// The reason of a forfeited turn, when the comment begins with one.
[[nodiscard]] std::string forfeit_reason(std::string_view comment);

// Games from PGN (arena.md, Openings).

/// One game as its tags and actions say it.
struct PgnGame {
    std::vector<std::pair<std::string, std::string>> tags; ///< name and value, in their order
    Position first;                                        ///< of the tag FEN, else the start
    bool start_is_setup = false;                           ///< there is no tag FEN
    std::vector<Move> moves;                               ///< legal from `first` on
    std::string remark;                                    ///< the comments before the first action
    std::vector<std::string> comments;                     ///< of each action, those after it
    std::string result;            ///< "1-0", "0-1", "1/2-1/2", "*"; empty where it is not given
    std::set<std::string> skipped; ///< "variations", "glyphs"
    Variations tree{};             ///< all of it, where variations are read

    /// The value of the last tag of this name.
    [[nodiscard]] std::optional<std::string> tag(std::string_view name) const;
};

/// Reads games word by word and counts lines: the import format of the PGN standard, where an
/// action stands for a move. Glyphs (`$1`, `!?`) and lines that `%` escapes are skipped, and so are
/// variations unless they are asked for. A tag ends at the quote before `]`, so that quotes which
/// its writer forgot to escape belong to the value; a backslash before another character stands for
/// itself. Text that is not UTF-8 is read as ISO 8859-1 (utf8.hpp).
class PgnReader {
public:
    /// The rules of a game and the position that it starts from when it has no tag FEN.
    struct Start {
        RuleSet rules;
        Position position;
    };
    /// The start of a game with this tag Variant, or without one. Throws Error to refuse the game.
    using FindStart = std::function<Start(const std::optional<std::string>& variant)>;

    enum class Forfeits { Refused, Read };

    /// `in` must outlive the reader. Actions of a game beyond `plies` are not read; 0 reads all.
    /// With Forfeits::Read the word 0000 is a pass also where passing is not legal: a forfeited
    /// turn (to_pgn()). A variation that is read has to be legal.
    PgnReader(std::istream& in, FindStart find_start, int plies = 0,
              Forfeits forfeits = Forfeits::Refused, bool variations = false)
        : in_(in), find_start_(std::move(find_start)), plies_(plies), forfeits_(forfeits),
          variations_(variations) {}

    /// The next game; nothing at the end. Throws Error when a game is no PGN or not of its rules;
    /// then line() is that of the fault. Blocks on reading.
    [[nodiscard]] std::optional<PgnGame> next();

    /// From 1, the line that the reader has come to.
    [[nodiscard]] int line() const { return line_; }

private:
    int get();
    std::string read_until(int end);
    /// Whether `c` begins a line that is escaped, which then is read.
    bool skip_escape(int c);
    /// The comment that `c` begins; nothing where it begins none.
    std::optional<std::string> take_comment(int c);
    void add_comment(const std::string& text);
    void begin_variation();
    void end_variation();
    void read_tag();
    std::string read_tag_value();
    void read_suffix(int c);
    /// Whether the word is the result, which ends the game.
    bool read_word(int c);
    /// Called when the tags are read.
    void begin_moves();

    std::istream& in_;
    FindStart find_start_;
    int plies_;
    Forfeits forfeits_;
    bool variations_;
    bool fresh_ = true;       ///< nothing has been read
    bool line_ended_ = true;  ///< by the last byte
    bool begins_line_ = true; ///< the last byte does
    int line_ = 1;
    int variant_line_ = 1; ///< of the tags Variant and FEN
    int fen_line_ = 1;
    PgnGame game_;
    std::optional<RuleSet> rules_; ///< of the game whose actions are being read
    /// A line that is being read, inside those before it; the first is the game.
    struct Line {
        Position before, position; ///< before the last action, and after it
        std::size_t parent = 0;    ///< of its first action
        std::size_t node = 0;      ///< its last action; 0 before the first
        std::string words{};       ///< a comment before the first
    };
    std::vector<Line> lines_;
};

} // namespace agon
