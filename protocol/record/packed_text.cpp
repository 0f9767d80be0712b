#include "protocol/record/packed_text.hpp"

#include "engine/byte_order_mark.hpp"
#include "engine/error.hpp"
#include "engine/open_file.hpp"
#include "engine/path_text.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#ifdef AGON_HAS_GZ
#include <zlib.h>
#endif
#ifdef AGON_HAS_XZ
#include <lzma.h>
#endif
#ifdef AGON_HAS_ZST
#include <zstd.h>
#endif

namespace agon {
namespace {

constexpr std::string_view GZ("\x1f\x8b", 2), XZ("\xfd\x37zXZ\0", 6), ZST("\x28\xb5\x2f\xfd", 4);
constexpr std::size_t BLOCK = 1 << 16;

/// What comes out, of which there may be much more than went in.
class Text {
public:
    explicit Text(std::uintmax_t most) : most_(most) {}
    void add(const char* block, std::size_t size) {
        if (text_.size() + size > most_)
            throw Error("the text is longer than " + std::to_string(most_) + " bytes");
        text_.append(block, size);
    }
    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    std::uintmax_t most_;
    std::string text_;
};

[[noreturn, maybe_unused]] void refuse(const char* format, bool cut) {
    throw Error(std::string(format) + ": the file is " + (cut ? "cut short" : "damaged"));
}
[[noreturn, maybe_unused]] void refuse_format(const char* format, const char* library) {
    throw Error(std::string("the file is compressed (") + format +
                "), and this program was built without " + library);
}

std::string from_gz([[maybe_unused]] std::string_view bytes, [[maybe_unused]] std::uintmax_t most) {
#ifdef AGON_HAS_GZ
    Text text(most);
    std::array<char, BLOCK> block;
    while (!bytes.empty()) { // a file may be several, one after another
        z_stream stream{};
        if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) throw Error("gzip: no memory");
        const struct End {
            z_stream& stream;
            ~End() { inflateEnd(&stream); }
        } end{stream};
        for (int state = Z_OK; state != Z_STREAM_END;) {
            const auto size = std::min<std::size_t>(bytes.size(), 1U << 30U);
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
            stream.avail_in = static_cast<uInt>(size);
            stream.next_out = reinterpret_cast<Bytef*>(block.data());
            stream.avail_out = BLOCK;
            state = inflate(&stream, Z_NO_FLUSH);
            bytes.remove_prefix(size - stream.avail_in);
            text.add(block.data(), BLOCK - stream.avail_out);
            if (state == Z_BUF_ERROR) refuse("gzip", true);
            if (state != Z_OK && state != Z_STREAM_END) refuse("gzip", false);
        }
        if (!bytes.starts_with(GZ)) break; // padding, as gzip itself ignores it
    }
    return text.take();
#else
    refuse_format("gzip", "zlib");
#endif
}

std::string from_xz([[maybe_unused]] std::string_view bytes, [[maybe_unused]] std::uintmax_t most) {
#ifdef AGON_HAS_XZ
    constexpr std::uint64_t MEMORY = 256U << 20U; // xz -9 needs 65 MiB
    Text text(most);
    std::array<char, BLOCK> block;
    lzma_stream stream = LZMA_STREAM_INIT;
    if (lzma_stream_decoder(&stream, MEMORY, LZMA_CONCATENATED) != LZMA_OK)
        throw Error("xz: no memory");
    const struct End {
        lzma_stream& stream;
        ~End() { lzma_end(&stream); }
    } end{stream};
    stream.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
    stream.avail_in = bytes.size();
    for (lzma_ret state = LZMA_OK; state != LZMA_STREAM_END;) {
        stream.next_out = reinterpret_cast<std::uint8_t*>(block.data());
        stream.avail_out = BLOCK;
        state = lzma_code(&stream, LZMA_FINISH);
        text.add(block.data(), BLOCK - stream.avail_out);
        if (state == LZMA_BUF_ERROR) refuse("xz", true);
        if (state == LZMA_MEMLIMIT_ERROR) throw Error("xz: it needs more than 256 MiB of memory");
        if (state != LZMA_OK && state != LZMA_STREAM_END) refuse("xz", false);
    }
    return text.take();
#else
    refuse_format("xz", "liblzma");
#endif
}

std::string from_zst([[maybe_unused]] std::string_view bytes,
                     [[maybe_unused]] std::uintmax_t most) {
#ifdef AGON_HAS_ZST
    Text text(most);
    std::array<char, BLOCK> block;
    const std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream(ZSTD_createDStream(),
                                                                            ZSTD_freeDStream);
    if (!stream) throw Error("zstd: no memory");
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    for (std::size_t left = 1; in.pos < in.size || left != 0;) {
        ZSTD_outBuffer out{block.data(), block.size(), 0};
        const std::size_t before = in.pos;
        left = ZSTD_decompressStream(stream.get(), &out, &in);
        if (ZSTD_isError(left)) refuse("zstd", false); // also a window of more than 128 MiB
        text.add(block.data(), out.pos);
        if (left != 0 && out.pos == 0 && in.pos == before) refuse("zstd", true);
    }
    return text.take();
#else
    refuse_format("zstd", "libzstd");
#endif
}

} // namespace

std::string unpacked(std::string_view bytes, std::uintmax_t max_bytes) {
    if (bytes.starts_with(GZ)) return from_gz(bytes, max_bytes);
    if (bytes.starts_with(XZ)) return from_xz(bytes, max_bytes);
    if (bytes.starts_with(ZST)) return from_zst(bytes, max_bytes);
    return std::string(bytes);
}

std::filesystem::path unpacked_name(const std::filesystem::path& file) {
    const std::filesystem::path ending = file.extension();
    return ending == u8".gz" || ending == u8".xz" || ending == u8".zst"
               ? file.parent_path() / file.stem()
               : file;
}

std::unique_ptr<std::istream> open_packed_text(const std::filesystem::path& file,
                                               std::uintmax_t max_bytes) {
    std::ifstream in = open_text(file, max_bytes);
    const auto begin = in.tellg();
    std::string head(XZ.size(), '\0');
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(in.gcount()));
    in.clear();
    in.seekg(begin);
    if (!head.starts_with(GZ) && !head.starts_with(XZ) && !head.starts_with(ZST))
        return std::make_unique<std::ifstream>(std::move(in));
    const std::string bytes(std::istreambuf_iterator<char>(in), {});
    try {
        auto text = std::make_unique<std::istringstream>(unpacked(bytes, max_bytes));
        skip_byte_order_mark(*text);
        text->clear();
        return text;
    } catch (const Error& error) {
        throw Error("cannot read " + utf8_of(file) + ": " + error.what());
    }
}

} // namespace agon
