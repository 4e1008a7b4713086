// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/storecopy.h"

#include "core/store/file/storefile.h"

#include <system_error>

#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

Status copyStore(const fs::path &store, const fs::path &target)
{
    const auto database = openForReading(store, currentSchema());
    return database ? copyStore(**database, target) : Status(database.error());
}

Status copyStore(Database &database, const fs::path &target)
{
    fs::path unfinished = target;
    unfinished += ".copying-" + std::to_string(getpid());
    std::error_code failed;
    fs::remove(unfinished, failed);
    // query_only forbids VACUUM INTO, although it does not change the store itself.
    const bool isReadOnly = database.mode() == Database::Mode::Reading;
    Status copied = database.execute("PRAGMA query_only = OFF");
    if (copied)
        copied = database.run("VACUUM INTO ?", std::string_view(unfinished.string()));
    if (isReadOnly) {
        const Status closedAgain = database.execute("PRAGMA query_only = ON");
        if (copied)
            copied = closedAgain;
    }
    if (copied) {
        fs::rename(unfinished, target, failed);
        if (failed)
            copied = Error{Errc::Io, "the copy cannot be given its name: " + failed.message(),
                           target.string(), "check the permissions of the folder"};
    }
    if (!copied)
        fs::remove(unfinished, failed);
    return copied;
}

} // namespace loupe
