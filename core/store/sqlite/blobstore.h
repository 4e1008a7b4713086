// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
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

/// A text as the blob table holds it.
struct PackedBlob {
    std::string digest; ///< SHA-256, 32 bytes; empty for empty content
    std::string data;   ///< compressed; empty where `content` is kept as it is
    std::string_view content;
};
/// Refers to the content, which must stay.
PackedBlob packBlob(std::string_view content);

/// Adds packed texts in portions. Gives them their ids before they are stored, and remembers them,
/// so that a table which had no texts at the beginning is never asked for one.
class BlobAppender
{
public:
    explicit BlobAppender(Database &database);

    /// Makes room for so many different texts.
    void expect(std::size_t texts) { m_ids.reserve(texts); }

    /// To be called before the first text of a portion; others may have added some since the last.
    Status begin();
    /// As putBlob. A new text is stored by end() and must stay until then.
    Result<std::optional<std::int64_t>> put(const PackedBlob &blob);
    Status end();

private:
    using Digest = std::array<std::uint64_t, 4>;
    struct DigestHash {
        std::size_t operator()(const Digest &digest) const noexcept
        {
            return static_cast<std::size_t>(digest[0]); // as good as chosen by chance
        }
    };
    struct NewBlob {
        std::int64_t id;
        const PackedBlob *blob;
    };

    Database &m_database;
    RowInsert m_insert;
    std::int64_t m_lastId = 0;
    bool m_mayBeStored = false; ///< a text that is not remembered
    std::unordered_map<Digest, std::int64_t, DigestHash> m_ids;
    std::vector<NewBlob> m_new;
};

/// The id of the content in the blob table, added if it is not there; nullopt for empty content,
/// which is stored as NULL.
Result<std::optional<std::int64_t>> putBlob(Database &database, std::string_view content);

/// The content again. A damaged one is Corrupt.
Result<std::string> getBlob(Database &database, std::optional<std::int64_t> id);

/// Undoes the compression of one row of the blob table.
Result<std::string> unpackBlob(std::string_view data, std::string_view codec, std::int64_t size);

/// Raw numbers as they lie in a blob: little endian, whatever the machine.
std::string packDoubles(const std::vector<double> &values);
std::string packIntegers(const std::vector<int> &values);
std::vector<double> unpackDoubles(std::string_view bytes);
std::vector<int> unpackIntegers(std::string_view bytes);

} // namespace loupe
