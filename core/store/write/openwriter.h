// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/file/storefile.h"
#include "core/store/write/storewriter.h"

namespace loupe {

/// StoreWriter::open by another plan than this program's: how tests play a future version.
Result<std::unique_ptr<StoreWriter>> openStoreWriter(const std::filesystem::path &file,
                                                     const SchemaPlan &plan);

} // namespace loupe
