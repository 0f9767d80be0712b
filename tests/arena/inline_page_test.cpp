// A page in one file, opened in a browser as a file.
#include "protocol/web/room/inline_page.hpp"
#include "tests/support/chromium.hpp"

#include <fstream>

using namespace agon::page;
using agon::test::read_file;
using agon::test::TemporaryFolder;

namespace {

const std::string HOSTILE = "x</script>\"'&<!-- {{data}} %41 \xc3\xbc";

InlinePage sample() {
    // What URLs, HTML and JSON give a meaning: blanks, lines, percent signs, quotes, tags.
    return {.title = HOSTILE,
            .styles = {"p { color: rgb(1, 2, 3) }\n", "p { margin: 7px }\n"},
            .body = "<p>body</p>\n",
            .modules = {{"start.js", "import {same} from \"agon/more.js\";\n"
                                     "const data = JSON.parse(document.getElementById(\"data\")"
                                     ".textContent);\n"
                                     "const {late} = await import(\"agon/late.js\");\n"
                                     "document.body.append(`found ${same(data)} ${late}`);\n"
                                     "document.title = \"read\";\n"},
                        {"more.js",
                         "// \"%\" </script>\n\nexport const same = data => data === `x</scr`"
                         " + `ipt>\"'&<!-- {{data}} %41 \\u00fc`  // two  blanks\t#\n"},
                        {"late.js", "export const late = `a  b\n%20 \xc3\xbc \\\\ </script>`;\n"}},
            .start = "start.js",
            .data = HOSTILE};
}

} // namespace

TEST_CASE("a page in one file loads its modules from itself") {
    const std::string html = inline_page(sample());
    CHECK(html.starts_with("<!doctype html>\n"));
    CHECK(html.find("<title>x&lt;/script&gt;") != html.npos);
    const agon::test::Run text{0, html};
    CHECK(text.count("</script>") == 3); // of the import map, the data and the start
    CHECK(text.count("<!--") == 0);

    const std::string program = agon::test::chromium();
    if (program.empty()) {
        MESSAGE("SKIPPED: no chromium is installed");
        return;
    }
    TemporaryFolder folder;
    std::ofstream(folder / "page.html") << html;
    const agon::test::Run dumped{0, agon::test::dumped_dom(program, folder, "page.html")};
    CAPTURE(dumped.output);
    CHECK(dumped.says("<title>read</title>"));
    CHECK(dumped.says("found true a  b\n%20 \xc3\xbc \\ &lt;/script&gt;"));
}
