#include "protocol/record/derived_file.hpp"

#include "engine/path_text.hpp"

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>

namespace agon {

void DerivedFile::resume(std::uintmax_t begin) {
    const auto size = file_.size();
    if (size == 0) return;
    begin_ = begin;
    added_ = size < begin ? 0 : begin;
    if (size == begin) return;
    before_.open(file_.path(), std::ios::binary);
    before_.seekg(static_cast<std::streamoff>(added_));
    if (!before_) throw Error("cannot read " + utf8_of(file_.path()));
}

void DerivedFile::add(std::string_view text) {
    if (!before_.is_open()) return file_.append(text);
    std::string found(text.size(), '\0');
    before_.read(found.data(), static_cast<std::streamsize>(found.size()));
    found.resize(static_cast<std::size_t>(before_.gcount()));
    if (found == text) {
        added_ += text.size();
        return;
    }
    if (text.starts_with(found)) { // the file ends within this game
        before_.close();
        return file_.append(text.substr(found.size()));
    }
    // A power cut may leave zeros in place of text.
    if (!text.starts_with(found.substr(0, found.find('\0')))) {
        if (added_ > 0 && added_ == begin_) { // moved away once, and written again from its start
            added_ = 0;
            before_.clear();
            before_.seekg(0);
            return add(text);
        }
        if (file_.size() < begin_) throw shorter();
        throw Error(utf8_of(file_.path()) +
                    " holds other games than the journal; move one of them");
    }
    set_aside();
    file_.append(text);
}

void DerivedFile::resumed() {
    if (before_.is_open() && added_ == 0 && begin_ > 0) throw shorter();
    if (before_.is_open() && before_.peek() != std::ifstream::traits_type::eof()) set_aside();
    before_.close();
}

Error DerivedFile::shorter() const {
    return Error(utf8_of(file_.path()) +
                 " is shorter than when the match began; restore it or move it");
}

void DerivedFile::set_aside() {
    before_.clear();
    before_.seekg(static_cast<std::streamoff>(added_));
    const std::string rest(std::istreambuf_iterator<char>(before_), {});
    before_.close();
    RecordFile aside = RecordFile::create_unused(file_.path());
    aside.append(rest);
    aside.sync();
    file_.cut(added_);
    std::cerr << "Warning: the last " << rest.size() << " bytes of " << utf8_of(file_.path())
              << " do not belong to games in the journal and have been moved to "
              << utf8_of(aside.path()) << std::endl;
}

} // namespace agon
