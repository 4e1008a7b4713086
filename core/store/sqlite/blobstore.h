// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/sharedtext.h"
#include "core/store/sqlite/rowinsert.h"
#include "core/store/sqlite/sqlite.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace loupe {

/// A text in the form of the blob table.
struct PackedBlob {
    std::string digest; ///< SHA-256, 32 bytes; empty for empty content
    std::string data;   ///< compressed; empty if `content` is stored uncompressed
    std::string_view content;
};
/// Returns a value that refers to `content`, which must outlive it.
PackedBlob packBlob(std::string_view content);

/// Adds packed texts in batches. It assigns ids before texts are stored, and remembers them, so
/// that a table that was empty at first is never queried.
class BlobAppender
{
public:
    explicit BlobAppender(Database &database);

    /// Reserves memory for this many different texts.
    void expect(std::size_t texts) { m_ids.reserve(texts); }

    /// Starts a batch. Others may have added texts since the last one.
    Status begin();
    /// Does the same as putBlob. A new text is stored by end() and must stay valid until then.
    Result<std::optional<std::int64_t>> put(const PackedBlob &blob);
    Status end();

private:
    using Digest = std::array<std::uint64_t, 4>;
    struct DigestHash {
        std::size_t operator()(const Digest &digest) const noexcept
        {
            return static_cast<std::size_t>(digest[0]); // uniformly distributed already
        }
    };
    struct NewBlob {
        std::int64_t id;
        const PackedBlob *blob;
    };

    Database &m_database;
    RowInsert m_insert;
    std::int64_t m_lastId = 0;
    bool m_mayBeStored = false; ///< the table may contain texts that are not remembered
    std::unordered_map<Digest, std::int64_t, DigestHash> m_ids;
    std::vector<NewBlob> m_new;
};

/// Returns the id of the content in the blob table, after adding it if necessary; nullopt for empty
/// content, which is stored as NULL.
Result<std::optional<std::int64_t>> putBlob(Database &database, std::string_view content);

/// Does the same for a large text, whose memory is given back piece by piece
/// (SharedText::giveBack).
Result<std::optional<std::int64_t>> putLargeBlob(Database &database, const SharedText &content);

/// Returns the content of a blob. Fails with Corrupt if it is damaged.
Result<std::string> getBlob(Database &database, std::optional<std::int64_t> id);

/// Decompresses one row of the blob table.
Result<std::string> unpackBlob(std::string_view data, std::string_view codec, std::int64_t size);

/// Convert numbers to and from the bytes of a blob: little endian on every machine.
std::string packedNumbers(const std::vector<double> &values);
std::string packedNumbers(const std::vector<int> &values);
std::vector<double> unpackDoubles(std::string_view bytes);
std::vector<int> unpackIntegers(std::string_view bytes);

} // namespace loupe
