// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/storefiles.h"

#include <cstdint>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

bool hasWriteAheadLog(const fs::path &file)
{
    constexpr std::uintmax_t headerBytes = 32;
    std::error_code failed;
    fs::path log = fs::weakly_canonical(file, failed); // SQLite resolves links, too
    if (failed)
        log = file;
    log += "-wal";
    const std::uintmax_t bytes = fs::file_size(log, failed);
    return !failed && bytes > headerBytes;
}

Status checkNoOldLog(const fs::path &file)
{
    std::error_code failed;
    if (fs::exists(file, failed))
        return {}; // the log is that of the store
    for (const char *suffix : {"-wal", "-journal"}) {
        fs::path log = file;
        log += suffix;
        const std::uintmax_t bytes = fs::file_size(log, failed);
        if (!failed && bytes > 0)
            return Error{Errc::InvalidInput,
                         "the log of an earlier store of this name is still there, and would "
                         "damage a new store",
                         log.string(),
                         "close the programs that still use the earlier store, then move this log "
                         "elsewhere; or choose another name"};
    }
    return {};
}

void removeStoreFiles(const fs::path &file)
{
    for (const char *suffix : {"", "-wal", "-shm", "-journal"}) {
        fs::path each = file;
        each += suffix;
        std::error_code ignored;
        fs::remove(each, ignored);
    }
}

} // namespace loupe
