// Games from PGN (arena.md, Openings).
#pragma once

#include "engine/game/game.hpp"
#include "engine/notation/variations.hpp"

#include <functional>
#include <istream>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agon {

/// One game: its tags and actions.
struct PgnGame {
    std::vector<std::pair<std::string, std::string>> tags; ///< name and value, in their order
    Position first;                                        ///< of the FEN tag, else the start
    bool start_is_setup = false;                           ///< there is no FEN tag
    std::vector<Move> moves;                               ///< legal from `first` on
    std::string remark;                                    ///< the comments before the first action
    std::vector<std::string> comments;                     ///< of each action, those after it
    std::string result;            ///< "1-0", "0-1", "1/2-1/2", "*"; empty if it is not given
    std::set<std::string> skipped; ///< "variations", "glyphs"
    Variations tree{};             ///< all of it, if variations are read

    /// The value of the last tag of this name.
    [[nodiscard]] std::optional<std::string> tag(std::string_view name) const;
};

/// Reads games word by word and counts lines: the import format of the PGN standard, where an
/// action stands for a move. Glyphs (`$1`, `!?`) and lines that `%` escapes are skipped, and so are
/// variations unless they are requested. A tag ends at the quote before `]`, so that quotes which
/// its writer forgot to escape belong to the value; a backslash before another character stands for
/// itself. Text that is not UTF-8 is read as ISO 8859-1 (utf8.hpp).
class PgnReader {
public:
    /// The rules of a game and the position that it starts from if it has no FEN tag.
    struct Start {
        RuleSet rules;
        Position position;
    };
    /// The start of a game with this Variant tag, or without one. Throws Error to refuse the game.
    using FindStart = std::function<Start(const std::optional<std::string>& variant)>;

    enum class Forfeits { Refused, Read };

    /// `in` must outlive the reader. Actions of a game beyond `plies` are not read; 0 reads all.
    /// With Forfeits::Read the word 0000 is a pass even if passing is not legal: a forfeited turn
    /// (to_pgn()). A variation that is read must be legal.
    PgnReader(std::istream& in, FindStart find_start, int plies = 0,
              Forfeits forfeits = Forfeits::Refused, bool variations = false)
        : in_(in), find_start_(std::move(find_start)), plies_(plies), forfeits_(forfeits),
          variations_(variations) {}

    /// The next game; nullopt at the end. Throws Error if a game is not PGN or breaks its rules;
    /// line() is then the line of the fault. Blocks on reading.
    [[nodiscard]] std::optional<PgnGame> next();

    /// The line that the reader has reached, from 1.
    [[nodiscard]] int line() const { return line_; }

private:
    int get();
    std::string read_until(int end);
    /// Whether `c` begins an escaped line; if so, the line is read and skipped.
    bool skip_escape(int c);
    /// The comment that `c` begins; nullopt if it begins none.
    std::optional<std::string> take_comment(int c);
    void add_comment(const std::string& text);
    /// Those after the result on its line, which belong to the game that it ends.
    void read_last_comments();
    void begin_variation();
    void end_variation();
    void read_tag();
    std::string read_tag_value();
    void read_suffix(int c);
    /// Whether the word is the result, which ends the game.
    bool read_word(int c);
    /// Called when all tags have been read.
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
    int variant_line_ = 1; ///< of the Variant and FEN tags
    int fen_line_ = 1;
    PgnGame game_;
    std::optional<RuleSet> rules_; ///< of the game whose actions are being read
    /// A line being read, nested in those before it; the first is the game.
    struct Line {
        Position before, position; ///< before the last action, and after it
        std::size_t parent = 0;    ///< of its first action
        std::size_t node = 0;      ///< its last action; 0 before the first
        std::string words{};       ///< a comment before the first
    };
    std::vector<Line> lines_;
};

} // namespace agon
