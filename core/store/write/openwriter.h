// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/file/schemaplan.h"

#include <filesystem>
#include <memory>

namespace loupe {

class StoreWriter;

/// Opens a store with another plan than this program's, so that tests can simulate a future
/// version.
Result<std::unique_ptr<StoreWriter>> openStoreWriter(const std::filesystem::path &file,
                                                     const SchemaPlan &plan);

/// Creates a store for exclusive use by this writer until it gets its name (newstore.h). The caller
/// must hold its WriterLock.
Result<std::unique_ptr<StoreWriter>> openNewStoreWriter(const std::filesystem::path &file);

} // namespace loupe
