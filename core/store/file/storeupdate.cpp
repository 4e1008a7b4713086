// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/storeupdate.h"

#include "core/store/file/storefile.h"
#include "core/store/sqlite/writerlock.h"

#include <utility>

namespace loupe {

std::optional<int> olderVersion(const std::filesystem::path &file)
{
    const SchemaPlan &plan = currentSchema();
    if (!probeStoreFile(file, plan))
        return std::nullopt;
    const auto database = Database::open(file, Database::Mode::Reading);
    if (!database)
        return std::nullopt;
    const auto version = (*database)->lookup("PRAGMA user_version");
    if (!version || !*version || **version < 1 || **version >= plan.version)
        return std::nullopt;
    return static_cast<int>(**version);
}

Status updateStore(const std::filesystem::path &file, std::stop_token stop)
{
    // Probes before taking the lock, which would touch the folder of a file that is not ours.
    if (Status ours = probeStoreFile(file, currentSchema()); !ours)
        return ours;
    const auto lock = WriterLock::take(file);
    if (!lock)
        return lock.error();
    // Opening for writing migrates the store.
    const auto database = openForWriting(file, currentSchema(), std::move(stop), IfMissing::Refuse);
    return database ? Status() : Status(database.error());
}

} // namespace loupe
