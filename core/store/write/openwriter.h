// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/file/schemaplan.h"
#include "core/store/sqlite/writerlock.h"

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

/// Locks a store for several writers, one after another, so that no other program writes between
/// them. Fails like StoreWriter::open(), and makes no file.
Result<WriterLock> lockStore(const std::filesystem::path &file);

/// Opens a store like StoreWriter::open(). If the caller holds its lock, it stays locked
/// afterwards.
Result<std::unique_ptr<StoreWriter>> openLockedStore(const std::filesystem::path &file,
                                                     const WriterLock *held);

} // namespace loupe
