// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/newstore.h"

#include "core/store/file/storefile.h"

#include <utility>

namespace loupe {

Result<std::unique_ptr<Database>> openNewStore(const std::filesystem::path &file,
                                               const SchemaPlan &plan)
{
    if (Status created = createStore(file, plan); !created)
        return created.error();
    auto database = Database::open(file, Database::Mode::ReadWrite);
    if (!database)
        return database;
    Status set = (*database)->execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = "
                                      "MEMORY; PRAGMA synchronous = NORMAL");
    if (!set)
        return set.error();
    return database;
}

Status finishNewStore(const std::filesystem::path &file)
{
    const auto database = Database::open(file, Database::Mode::ReadWrite);
    if (!database)
        return database.error();
    // An exclusive connection keeps the log's index in its own memory instead of a file.
    if (Status alone = (*database)->execute("PRAGMA locking_mode = EXCLUSIVE"); !alone)
        return alone;
    return useWriteAheadLog(**database);
}

} // namespace loupe
