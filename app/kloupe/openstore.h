// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/read/storereader.h"

#include <filesystem>
#include <memory>

namespace loupe::cli {

/// StoreReader::open; says on standard error where the store's tables, views, indexes or triggers
/// are not KernelLoupe's own.
Result<std::unique_ptr<StoreReader>> openStore(const std::filesystem::path &store);

} // namespace loupe::cli
