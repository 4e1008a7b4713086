// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// What a SELECT can ask: a table or a view of a store.
struct SchemaTable {
    std::string name;
    bool isView = false;
    std::vector<std::string> columns; ///< in their order
    friend bool operator==(const SchemaTable &, const SchemaTable &) = default;
};

/// The views of a store, which stay as they are from version to version, then its tables; by name.
/// Opens and refuses as StoreReader::open does.
Result<std::vector<SchemaTable>> readSchema(const std::filesystem::path &store);

/// One sentence for each table, view, index or trigger of a store that is not as this program makes
/// it. Such a store is read and never written to, and what it shows may be of another's making.
/// Refuses as StoreReader::open does.
Result<std::vector<std::string>> foreignSchema(const std::filesystem::path &store);

} // namespace loupe
