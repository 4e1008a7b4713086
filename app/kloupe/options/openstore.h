// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/read/storereader.h"

#include <filesystem>
#include <memory>

namespace loupe::cli {

/// Warns on standard error if the store has tables, views, indexes or triggers that are not
/// KernelLoupe's.
void warnOfForeignSchema(const std::filesystem::path &store);

/// Calls StoreReader::open() and warnOfForeignSchema().
Result<std::unique_ptr<StoreReader>> openStore(const std::filesystem::path &store);

} // namespace loupe::cli
