// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/file/schemaplan.h"
#include "core/store/sqlite/sqlite.h"

#include <filesystem>
#include <memory>

namespace loupe {

/// Creates a store for exclusive use by this connection until it gets its final name. It has no
/// log, so it needs no more disk space than the store itself. A successful commit has written
/// everything. After a failure, the file is unusable and must be removed. The caller must hold its
/// WriterLock.
Result<std::unique_ptr<Database>> openNewStore(const std::filesystem::path &file,
                                               const SchemaPlan &plan);

/// Converts such a store, which must be closed, to write-ahead logging.
Status finishNewStore(const std::filesystem::path &file);

} // namespace loupe
