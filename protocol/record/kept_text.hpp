// Text at the end of a file that grows and changes: a game in progress.
#pragma once

#include "protocol/record/record_file.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace agon {

/// The file stays open and locked. Its earlier content is never rewritten, so it cannot be
/// lost, and its mode and links stay. Blocks on reading and writing.
class KeptText {
public:
    /// Begins at the end of the file, which must be a regular file.
    explicit KeptText(RecordFile file) : file_(std::move(file)), made_(file_.size() == 0) {}
    /// All of the file is the text of an earlier program, which goes on.
    KeptText(RecordFile file, std::string text)
        : file_(std::move(file)), made_(true), text_(std::move(text)) {}

    [[nodiscard]] const std::filesystem::path& path() const { return file_.path(); }

    /// Replaces the text; on failure, keeps the previous version and throws Error. If another
    /// program has changed the file meanwhile, keeps what it has now and begins again at its end.
    void write(std::string_view text);
    /// Removes the text, and the file if it is then empty and was empty before. Throws
    /// Error.
    void withdraw();
    /// Leaves the text as it is; the next one begins after it.
    void begin_next() { text_.clear(); }

private:
    /// Whether the file still ends with the text.
    [[nodiscard]] bool is_unchanged() const;

    RecordFile file_;
    bool made_;        ///< it was empty
    std::string text_; ///< as written last
};

} // namespace agon
