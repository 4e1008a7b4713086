// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/blobstore.h"

#include "core/base/digest.h"

#include <bit>
#include <cstring>
#include <memory>

#include <zstd.h>

namespace loupe {

namespace {

/// Larger than any log or source. It limits the memory that a hostile file can use.
constexpr std::int64_t maxBlobBytes = std::int64_t{1} << 30;
constexpr int compressionLevel = 3;

ZSTD_CCtx *compressor()
{
    struct Free {
        void operator()(ZSTD_CCtx *context) const { ZSTD_freeCCtx(context); }
    };
    // Creating a context takes longer than compressing a source.
    thread_local const std::unique_ptr<ZSTD_CCtx, Free> context(ZSTD_createCCtx());
    return context.get();
}

constexpr std::size_t largeBytes = std::size_t{4} << 20;

/// Compresses a large text piece by piece: a buffer for the largest possible result would need as
/// much memory as the text. `read` is called with the size of each piece that was read.
template <typename Read>
std::string compressedInPieces(std::string_view content, Read read)
{
    ZSTD_CCtx *const context = compressor();
    ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters);
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, compressionLevel);
    ZSTD_CCtx_setPledgedSrcSize(context, content.size()); // readers need the size in the frame
    ZSTD_inBuffer in{content.data(), content.size(), 0};
    std::string piece(ZSTD_CStreamOutSize(), '\0');
    std::string out;
    for (std::size_t left = 1; left != 0;) {
        ZSTD_outBuffer to{piece.data(), piece.size(), 0};
        const std::size_t before = in.pos;
        left = ZSTD_compressStream2(context, &to, &in, ZSTD_e_end);
        if (ZSTD_isError(left) != 0 || out.size() + to.pos >= content.size())
            return {};
        out.append(piece, 0, to.pos);
        read(in.pos - before);
    }
    return out;
}

/// Returns compressed content, or an empty string if that is not smaller.
std::string compressed(std::string_view content)
{
    constexpr std::size_t notWorthIt = 128;
    if (content.size() < notWorthIt)
        return {};
    if (content.size() >= largeBytes)
        return compressedInPieces(content, [](std::size_t) {});
    std::string out(ZSTD_compressBound(content.size()), '\0');
    const std::size_t size = ZSTD_compressCCtx(compressor(), out.data(), out.size(), content.data(),
                                               content.size(), compressionLevel);
    if (ZSTD_isError(size) != 0 || size >= content.size())
        return {};
    out.resize(size);
    return out;
}

Result<std::optional<std::int64_t>> findBlob(Database &database, std::string_view digest)
{
    auto find = database.cached("SELECT id FROM blob WHERE sha256 = ?");
    if (!find)
        return std::move(find).error();
    (*find)->bindBytesInPlace(1, digest);
    const auto row = (*find)->step();
    std::optional<std::int64_t> id;
    if (row && *row)
        id = (*find)->integer(0);
    (*find)->reset();
    if (!row)
        return row.error();
    return id;
}

Result<std::int64_t> insertBlob(Database &database, const PackedBlob &blob)
{
    auto add = database.cached("INSERT INTO blob (sha256, size, codec, data) VALUES (?, ?, ?, ?)");
    if (!add)
        return std::move(add).error();
    (*add)->bindBytesInPlace(1, blob.digest);
    (*add)->bind(2, static_cast<std::int64_t>(blob.content.size()));
    (*add)->bind(3, std::string_view(blob.data.empty() ? "raw" : "zstd"));
    (*add)->bindBytesInPlace(4, blob.data.empty() ? blob.content : std::string_view(blob.data));
    const auto added = (*add)->step();
    (*add)->reset();
    if (!added)
        return added.error();
    return database.lastInsertedId();
}

template <typename Compress>
Result<std::optional<std::int64_t>> putUnlessKnown(Database &database, std::string digest,
                                                   std::string_view content, Compress compress)
{
    auto known = findBlob(database, digest);
    if (!known || *known)
        return known;
    const auto id = insertBlob(database, {std::move(digest), compress(), content});
    if (!id)
        return id.error();
    return std::optional(*id);
}

Error damaged(const char *what)
{
    return Error{.code = Errc::Corrupt,
                 .message = std::string("a stored text is damaged: ") + what,
                 .hint = "restore a backup"};
}

template <typename Unsigned, typename Number>
std::string packed(const std::vector<Number> &values)
{
    std::string out;
    out.reserve(values.size() * sizeof(Unsigned));
    for (const Number value : values) {
        const auto bits = std::bit_cast<Unsigned>(value);
        for (std::size_t i = 0; i < sizeof bits; ++i)
            out += static_cast<char>(bits >> (8 * i));
    }
    return out;
}

template <typename Unsigned, typename Number>
std::vector<Number> unpacked(std::string_view bytes)
{
    std::vector<Number> out;
    for (std::size_t at = 0; at + sizeof(Unsigned) <= bytes.size(); at += sizeof(Unsigned)) {
        Unsigned bits = 0;
        for (std::size_t i = 0; i < sizeof bits; ++i)
            bits |= Unsigned{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
        out.push_back(std::bit_cast<Number>(bits));
    }
    return out;
}

} // namespace

PackedBlob packBlob(std::string_view content)
{
    if (content.empty())
        return {};
    return {sha256Bytes(content), compressed(content), content};
}

BlobAppender::BlobAppender(Database &database)
    : m_database(database)
    , m_insert(database, "blob (id, sha256, size, codec, data)", 5)
{
}

Status BlobAppender::begin()
{
    const auto last = lastRowId(m_database, "SELECT max(id) FROM blob");
    if (!last)
        return last.error();
    if (*last != m_lastId)
        m_mayBeStored = true;
    m_lastId = *last;
    return {};
}

Result<std::optional<std::int64_t>> BlobAppender::put(const PackedBlob &blob)
{
    if (blob.digest.empty())
        return std::optional<std::int64_t>();
    Digest digest;
    std::memcpy(digest.data(), blob.digest.data(), sizeof digest);
    const auto [known, isNew] = m_ids.try_emplace(digest, m_lastId + 1);
    if (!isNew)
        return std::optional(known->second);
    if (m_mayBeStored) {
        const auto stored = findBlob(m_database, blob.digest);
        if (!stored)
            return stored.error();
        if (*stored) {
            known->second = **stored;
            return *stored;
        }
    }
    m_new.push_back({++m_lastId, &blob});
    return std::optional(m_lastId);
}

Status BlobAppender::end()
{
    const auto inserted
        = m_insert.insert(m_new.size(), [&](Statement &row, int first, std::size_t index) {
              const auto [id, blob] = m_new[index];
              const bool isRaw = blob->data.empty();
              row.bindInPlaceFrom(first, id);
              row.bindBytesInPlace(first + 1, blob->digest);
              row.bindInPlaceFrom(first + 2, blob->content.size(),
                                  std::string_view(isRaw ? "raw" : "zstd"));
              row.bindBytesInPlace(first + 4, isRaw ? blob->content : blob->data);
          });
    m_new.clear();
    return inserted ? Status() : Status(inserted.error());
}

Result<std::optional<std::int64_t>> putBlob(Database &database, std::string_view content)
{
    if (content.empty())
        return std::optional<std::int64_t>();
    return putUnlessKnown(database, sha256Bytes(content), content,
                          [&] { return compressed(content); });
}

Result<std::optional<std::int64_t>> putLargeBlob(Database &database, const SharedText &content)
{
    if (content.size() < largeBytes)
        return putBlob(database, content);
    return putUnlessKnown(database, sha256OfLarge(content), content, [&] {
        ReadingWindow window(content);
        return compressedInPieces(content, [&](std::size_t bytes) { window.advance(bytes); });
    });
}

Result<std::string> unpackBlob(std::string_view data, std::string_view codec, std::int64_t size)
{
    if (size < 0 || size > maxBlobBytes)
        return damaged("impossible size");
    if (codec == "raw") {
        if (static_cast<std::int64_t>(data.size()) != size)
            return damaged("wrong size");
        return std::string(data);
    }
    if (codec != "zstd")
        return damaged("unknown compression");
    if (ZSTD_getFrameContentSize(data.data(), data.size()) != static_cast<std::uint64_t>(size))
        return damaged("wrong size");
    std::string content(static_cast<std::size_t>(size), '\0');
    const std::size_t got
        = ZSTD_decompress(content.data(), content.size(), data.data(), data.size());
    if (ZSTD_isError(got) != 0 || got != content.size())
        return damaged("cannot be unpacked");
    return content;
}

Result<std::string> getBlob(Database &database, std::optional<std::int64_t> id)
{
    if (!id)
        return std::string();
    auto find = database.cached("SELECT data, codec, size FROM blob WHERE id = ?");
    if (!find)
        return std::move(find).error();
    (*find)->bindAll(*id);
    const auto row = (*find)->step();
    if (!row)
        return row.error();
    if (!*row)
        return damaged("it is missing");
    auto content = unpackBlob((*find)->bytes(0), (*find)->textView(1), (*find)->integer(2));
    (*find)->reset();
    if (!content) {
        Error error = std::move(content).error();
        error.where = database.file().string() + ":blob " + std::to_string(*id);
        return error;
    }
    return content;
}

std::string packedNumbers(const std::vector<double> &values)
{
    return packed<std::uint64_t>(values);
}

std::string packedNumbers(const std::vector<int> &values)
{
    return packed<std::uint32_t>(values);
}

std::vector<double> unpackDoubles(std::string_view bytes)
{
    return unpacked<std::uint64_t, double>(bytes);
}

std::vector<int> unpackIntegers(std::string_view bytes)
{
    return unpacked<std::uint32_t, int>(bytes);
}

} // namespace loupe
