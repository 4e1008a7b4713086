// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/sqlite.h"

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

/// Adds packed texts one after another and remembers them, so that a store which had no texts at
/// the beginning is never asked for one.
class BlobAppender
{
public:
    explicit BlobAppender(Database &database) : m_database(database) { }
    /// As putBlob.
    Result<std::optional<std::int64_t>> put(const PackedBlob &blob);

private:
    Database &m_database;
    std::optional<bool> m_wasEmpty;                      ///< the table, before the first text
    std::unordered_map<std::string, std::int64_t> m_ids; ///< by digest
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
