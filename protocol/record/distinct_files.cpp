#include "protocol/record/distinct_files.hpp"

#include "engine/error.hpp"
#include "engine/path_text.hpp"

namespace agon {

namespace fs = std::filesystem;

fs::path destination(const fs::path& file) {
    constexpr int MAX_LINKS = 40; // as Linux follows
    std::error_code fault;
    fs::path target = file;
    for (int i = 0; i < MAX_LINKS && fs::is_symlink(target, fault); ++i) {
        const fs::path next = fs::read_symlink(target, fault);
        if (fault) break;
        target = target.parent_path() / next;
    }
    return target;
}

bool same_file(const fs::path& a, const fs::path& b) {
    if (a.empty() || b.empty()) return false;
    std::error_code fault;
    const auto type_a = fs::status(a, fault).type(), type_b = fs::status(b, fault).type();
    if (type_a == fs::file_type::not_found && type_b == fs::file_type::not_found)
        return fs::weakly_canonical(fs::absolute(destination(a)), fault) ==
               fs::weakly_canonical(fs::absolute(destination(b)), fault);
    return type_a == fs::file_type::regular && type_b == fs::file_type::regular &&
           fs::equivalent(a, b, fault);
}

void require_distinct(const std::vector<fs::path>& inputs, const std::vector<NamedFile>& outputs) {
    for (auto output = outputs.begin(); output != outputs.end(); ++output) {
        const std::string name = output->option + ": " + utf8_of(output->file);
        for (const fs::path& input : inputs)
            if (same_file(input, output->file))
                throw Error(name + " is also the input " + utf8_of(input) + "; name another file");
        for (auto other = outputs.begin(); other != output; ++other)
            if (same_file(other->file, output->file))
                throw Error(name + ": another option of this command is writing it, " +
                            other->option + "; name another file");
    }
}

} // namespace agon
