#include "protocol/web/room/page_file.hpp"

#include <algorithm>
#include <array>

namespace agon::page {
namespace {

bool is_page(std::string_view text) {
    constexpr std::array<std::string_view, 3> MARKS = {
        "<meta name=\"generator\" content=\"Agon\">",
        // pages before the mark
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:",
        "<title>Agon</title>\n<style>\n:root { color-scheme: light dark; --paper"};
    return text.starts_with("<!doctype html>\n") &&
           std::ranges::any_of(MARKS, [&](auto mark) { return text.find(mark) != text.npos; });
}

} // namespace

const FileKind PAGE_KIND{"a page that Agon made", is_page};

} // namespace agon::page
