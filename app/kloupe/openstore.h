// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/read/storereader.h"

#include <filesystem>
#include <memory>

namespace loupe::cli {

/// Says on standard error where the store's tables, views, indexes or triggers are not
/// KernelLoupe's own.
void warnOfForeignSchema(const std::filesystem::path &store);

/// StoreReader::open; warns as warnOfForeignSchema() does.
Result<std::unique_ptr<StoreReader>> openStore(const std::filesystem::path &store);

} // namespace loupe::cli
