#include "protocol/record/output_file.hpp"

#include "engine/error.hpp"
#include "engine/open_file.hpp"
#include "engine/path_text.hpp"
#include "protocol/os/files.hpp"
#include "protocol/record/distinct_files.hpp"
#include "protocol/record/record_file.hpp"
#include "protocol/record/writable.hpp"

#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>

namespace agon {

namespace fs = std::filesystem;

void require_kind(const fs::path& file, const FileKind& kind) {
    constexpr std::streamsize MAX_BYTES = 4096;
    std::error_code absent;
    if (!fs::is_regular_file(file, absent) || fs::file_size(file, absent) == 0) return;
    std::ifstream in = open_regular(file);
    std::string beginning(MAX_BYTES, '\0');
    in.read(beginning.data(), MAX_BYTES);
    beginning.resize(static_cast<std::size_t>(in.gcount()));
    if (!kind.is(beginning))
        throw Error(fmt::format("{} exists and is not {}; move it away, or name another file",
                                utf8_of(file), kind.name));
}

OutputFile::OutputFile(fs::path file, const FileKind& kind) : file_(std::move(file)), kind_(kind) {
    check();
}

void OutputFile::check() const {
    require_writable(file_);
    std::error_code absent;
    const fs::path target = destination(file_);
    const auto type = fs::status(target, absent).type();
    if (type != fs::file_type::regular && type != fs::file_type::not_found) return;
    if (!platform::may_write(target.has_parent_path() ? target.parent_path() : u8"."))
        throw cannot_write(file_); // the temporary file could not be made
    require_kind(target, kind_);
    if (type == fs::file_type::regular) require_unlocked(target);
}

void OutputFile::write(std::string_view text) const {
    check();
    std::error_code fault;
    const fs::path target = destination(file_);
    const auto before = fs::status(target, fault);
    if (fs::exists(before) && !fs::is_regular_file(before)) return RecordFile(file_).append(text);
    fs::path fresh = target;
    fresh.replace_filename(u8'.' + target.filename().u8string() + u8".agon-part");
    std::optional<RecordFile> file = RecordFile::create(fresh);
    for (; !file; file = RecordFile::create(fresh)) {
        require_unlocked(fresh);
        fs::remove(fresh, fault); // of a run that was killed
    }
    const auto undone = [&](const Error& error) {
        file.reset();
        fs::remove(fresh, fault);
        return error;
    };
    try {
        file->append(text);
        file->sync();
        if (fs::exists(before)) fs::permissions(fresh, before.permissions());
        file.reset(); // Windows cannot rename an open file
        fs::rename(fresh, target);
    } catch (const fs::filesystem_error& error) {
        throw undone(Error("cannot write " + utf8_of(file_) + ": " + error.code().message()));
    } catch (const Error&) {
        throw undone(cannot_write(file_)); // errno is still the reason
    }
}

void create_file(const fs::path& file, std::string_view text) {
    create_file(file, [text](const Append& append) { append(text); });
}

void create_file(const fs::path& file, const std::function<void(const Append&)>& fill) {
    const std::string taken = utf8_of(file) + " already exists; choose another file";
    std::error_code unclear; // such as a name that is too long: create() reports it
    if (fs::exists(file, unclear)) throw Error(taken);
    require_writable(file);
    auto created = RecordFile::create(file);
    if (!created) throw Error(taken);
    try {
        fill([&](std::string_view text) { created->append(text); });
        created->sync();
    } catch (...) {
        created.reset();
        std::error_code ignored;
        fs::remove(file, ignored);
        throw;
    }
}

} // namespace agon
