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

/// The store of an import into a new file, under another name ("X.importing-4711") until it is
/// whole. What has not been given its name is removed with the object.
class UnfinishedImport
{
public:
    /// Fails when the folder cannot be written.
    static Result<UnfinishedImport> begin(const std::filesystem::path &target);
    UnfinishedImport(UnfinishedImport &&other) noexcept;
    UnfinishedImport &operator=(UnfinishedImport &&) = delete;
    ~UnfinishedImport();

    const std::filesystem::path &path() const { return m_path; }
    /// Gives a whole store, which nothing has open any more, the name of the target. Io where there
    /// is a file of that name by now.
    Status giveName(const std::filesystem::path &target);

private:
    UnfinishedImport(std::filesystem::path path, WriterLock lock);

    std::filesystem::path m_path; ///< empty once it was moved from
    WriterLock m_lock;            ///< tells other programs that the import goes on
};

/// Files that imports into `store` left behind when they were killed.
struct ImportLeftovers {
    std::vector<std::filesystem::path> files;
    std::uintmax_t bytes = 0;
};

/// Finds the leftovers by name. Those of an import that goes on, in whatever process, are not among
/// them. The store itself need not exist.
ImportLeftovers importLeftovers(const std::filesystem::path &store);
void removeImportLeftovers(const std::filesystem::path &store);

} // namespace loupe
