// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// A table or a view that a SELECT can query.
struct SchemaTable {
    std::string name;
    bool isView = false;
    std::vector<std::string> columns; ///< in their order
    friend bool operator==(const SchemaTable &, const SchemaTable &) = default;
};

/// Returns the views of a store, which are stable between versions, then its tables, by name. Opens
/// and fails like StoreReader::open.
Result<std::vector<SchemaTable>> readSchema(const std::filesystem::path &store);

/// Returns one sentence for each table, view, index or trigger that differs from this program's
/// schema. Such a store is only read, never written, and its contents may be manipulated. Fails
/// like StoreReader::open.
Result<std::vector<std::string>> foreignSchema(const std::filesystem::path &store);

} // namespace loupe
