// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/file/schemaplan.h"
#include "core/store/sqlite/sqlite.h"

#include <filesystem>
#include <memory>

namespace loupe {

/// Creates a store that only this connection uses until it is given its name. It has no log: it
/// takes no more of the disk than the store itself, and a commit that succeeds has written all of
/// it. After a failure the file is of no use and must be removed. The caller holds its WriterLock.
Result<std::unique_ptr<Database>> openNewStore(const std::filesystem::path &file,
                                               const SchemaPlan &plan);

/// Makes such a store, closed by now, one that has a write-ahead log while it is in use.
Status finishNewStore(const std::filesystem::path &file);

} // namespace loupe
