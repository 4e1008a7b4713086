// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/sqlite.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

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
