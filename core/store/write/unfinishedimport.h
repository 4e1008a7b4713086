// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/sqlite/writerlock.h"
#include "core/store/write/storewriter.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// Store that an import is writing. Its file has a temporary name ("X.importing-4711"), and gets
/// its own with giveName() when it is complete. Otherwise the destructor removes it.
class UnfinishedImport
{
public:
    /// Fails if the folder is not writable.
    static Result<UnfinishedImport> begin(const std::filesystem::path &target);
    UnfinishedImport(UnfinishedImport &&other) noexcept;
    UnfinishedImport &operator=(UnfinishedImport &&) = delete;
    ~UnfinishedImport();

    const std::filesystem::path &path() const { return m_path; }
    /// Renames the complete, closed store to `target`. Fails with Io if that file exists.
    Status giveName(const std::filesystem::path &target);

private:
    UnfinishedImport(std::filesystem::path path, WriterLock lock);

    std::filesystem::path m_path; ///< empty after a move
    WriterLock m_lock;            ///< shows other programs that the import is running
};

/// Temporary files that killed imports left.
struct ImportLeftovers {
    std::vector<std::filesystem::path> files;
    std::uintmax_t bytes = 0;
};

/// Finds the temporary files of killed imports into `store` by their names. Imports that are still
/// running, in any process, are no leftovers. The store itself need not exist.
ImportLeftovers importLeftovers(const std::filesystem::path &store);
void removeImportLeftovers(const std::filesystem::path &store);

} // namespace loupe
