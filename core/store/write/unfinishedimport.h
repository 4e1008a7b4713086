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

/// The store of an import into a new file, with a temporary name ("X.importing-4711") until it is
/// complete. The destructor removes it unless giveName() succeeded.
class UnfinishedImport
{
public:
    /// Fails if the folder is not writable.
    static Result<UnfinishedImport> begin(const std::filesystem::path &target);
    UnfinishedImport(UnfinishedImport &&other) noexcept;
    UnfinishedImport &operator=(UnfinishedImport &&) = delete;
    ~UnfinishedImport();

    const std::filesystem::path &path() const { return m_path; }
    /// Gives a complete, closed store the name of the target. Fails with Io if a file of that name
    /// exists.
    Status giveName(const std::filesystem::path &target);

private:
    UnfinishedImport(std::filesystem::path path, WriterLock lock);

    std::filesystem::path m_path; ///< empty after a move
    WriterLock m_lock;            ///< shows other programs that the import is running
};

/// Files of killed imports into `store`.
struct ImportLeftovers {
    std::vector<std::filesystem::path> files;
    std::uintmax_t bytes = 0;
};

/// Finds the leftovers by name, except those of imports that are running in any process. The store
/// itself need not exist.
ImportLeftovers importLeftovers(const std::filesystem::path &store);
void removeImportLeftovers(const std::filesystem::path &store);

} // namespace loupe
