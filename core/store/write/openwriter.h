// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/file/schemaplan.h"

#include <filesystem>
#include <memory>

namespace loupe {

class StoreWriter;

/// StoreWriter::open by another plan than this program's: how tests play a future version.
Result<std::unique_ptr<StoreWriter>> openStoreWriter(const std::filesystem::path &file,
                                                     const SchemaPlan &plan);

/// Creates a store that only this writer uses until it is given its name (newstore.h). The caller
/// holds its WriterLock.
Result<std::unique_ptr<StoreWriter>> openNewStoreWriter(const std::filesystem::path &file);

} // namespace loupe
