// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/storeidentity.h"

#include "core/store/sqlite/sqlite.h"

#include <string>
#include <system_error>

#include <sqlite3.h>
#include <sys/stat.h>

namespace loupe {

namespace fs = std::filesystem;

std::optional<StoreIdentity> identityOf(const fs::path &file)
{
    struct stat facts {
    };
    if (stat(file.c_str(), &facts) != 0)
        return std::nullopt;
    return StoreIdentity{facts.st_dev, facts.st_ino};
}

bool holdsRemovedLog(const fs::path &file)
{
    std::error_code failed;
    fs::path named = fs::weakly_canonical(file, failed);
    if (failed)
        named = fs::absolute(file, failed);
    const std::string removedLog = named.string() + "-wal (deleted)";
    for (const auto &each : fs::directory_iterator("/proc/self/fd", failed)) {
        std::error_code closedMeanwhile;
        if (fs::read_symlink(each.path(), closedMeanwhile) == removedLog)
            return true;
    }
    return false;
}

StorePresence presenceOf(const Database &database)
{
    const bool hasFile = database.mode() != Database::Mode::Memory;
    if (!hasFile)
        return StorePresence::Present;
    int hasMoved = 0;
    sqlite3_file_control(database.handle(), "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved);
    if (hasMoved != 0)
        return identityOf(database.file()) ? StorePresence::Replaced : StorePresence::Removed;
    const bool hasLog = database.mode() != Database::Mode::Immutable;
    return hasLog && holdsRemovedLog(database.file()) ? StorePresence::LogRemoved
                                                      : StorePresence::Present;
}

Status checkIdentity(const fs::path &file, const StoreIdentity &expected)
{
    const auto now = identityOf(file);
    if (!now)
        return Error{Errc::Io, "the store was deleted or renamed while it was open", file.string(),
                     "restore the file, or save a copy of the open store"};
    if (*now != expected)
        return Error{Errc::Io, "the open store was replaced by another file", file.string(),
                     "restore the store, or open the new file"};
    if (holdsRemovedLog(file))
        return Error{Errc::Busy,
                     "the write-ahead log of the open store was deleted by another program",
                     file.string(), "the store is being opened again"};
    return {};
}

} // namespace loupe
