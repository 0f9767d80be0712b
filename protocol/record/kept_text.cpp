#include "protocol/record/kept_text.hpp"

namespace agon {

bool KeptText::is_unchanged() const {
    return file_.is_named() && file_.tail(text_.size()) == text_;
}

void KeptText::write(std::string_view text) {
    if (!is_unchanged()) {
        text_.clear();
        if (!file_.is_named()) {
            file_ = RecordFile(std::filesystem::path(file_.path()));
            made_ = file_.size() == 0;
        }
    }
    if (text_.empty()) file_.end_line();
    file_.replace_tail(text_, text);
    text_ = text;
}

void KeptText::withdraw() {
    if (text_.empty() || !is_unchanged()) return text_.clear();
    file_.cut(file_.size() - text_.size());
    text_.clear();
    std::error_code ignored; // Windows removes no open file
    if (made_ && file_.size() == 0) std::filesystem::remove(file_.path(), ignored);
}

} // namespace agon
