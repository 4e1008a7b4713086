// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/safeindexvfs.h"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

#include <sqlite3.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 // Linux 5.14; older headers lack it
#endif

namespace loupe {

namespace {

/// SQLite's methods of an open file, with one replaced. It is the first member, so that a pointer
/// to it also points to the struct.
struct SafeMethods {
    sqlite3_io_methods own;
    const sqlite3_io_methods *original;
};

/// Allocates missing disk space for every page of the mapping; returns false if the disk is full.
/// SQLite extends the file by one byte per page. If blocks are smaller than pages (1 KB on a small
/// ext4), most of such a page is a hole. Writing to a hole on a full disk raises SIGBUS.
bool hasRoom(volatile void *region, int bytes)
{
    const auto pageBytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    auto *const begin = static_cast<char *>(const_cast<void *>(region));
    const std::uintptr_t beyond = reinterpret_cast<std::uintptr_t>(begin) % pageBytes;
    const std::size_t length = beyond + static_cast<std::size_t>(bytes);
    // EINVAL: an older kernel, or a read-only index.
    return madvise(begin - beyond, length, MADV_POPULATE_WRITE) == 0 || errno != EFAULT;
}

int mapIndex(sqlite3_file *file, int region, int bytes, int mayExtend, void volatile **mapped)
{
    const auto *methods = reinterpret_cast<const SafeMethods *>(file->pMethods);
    const int code = methods->original->xShmMap(file, region, bytes, mayExtend, mapped);
    if (code == SQLITE_IOERR_SHMSIZE)
        return SQLITE_FULL;
    if (code != SQLITE_OK || *mapped == nullptr || hasRoom(*mapped, bytes))
        return code;
    *mapped = nullptr; // SQLite uses the address even if the call fails
    return SQLITE_FULL;
}

/// Returns the methods with the replacement. They are never freed, like SQLite's own.
const sqlite3_io_methods *safeMethods(const sqlite3_io_methods *original)
{
    static std::mutex mutex;
    static std::map<const sqlite3_io_methods *, SafeMethods> known;
    const std::lock_guard lock(mutex);
    const auto [entry, isNew] = known.try_emplace(original, SafeMethods{*original, original});
    if (isNew)
        entry->second.own.xShmMap = mapIndex;
    return &entry->second.own;
}

int openFile(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *outFlags)
{
    auto *original = static_cast<sqlite3_vfs *>(vfs->pAppData);
    const int code = original->xOpen(original, name, file, flags, outFlags);
    constexpr int firstWithIndex = 2;
    if (code == SQLITE_OK && file->pMethods->iVersion >= firstWithIndex
        && file->pMethods->xShmMap != nullptr)
        file->pMethods = safeMethods(file->pMethods);
    return code;
}

} // namespace

const char *safeIndexVfs()
{
    static sqlite3_vfs vfs;
    static const bool isRegistered = [] {
        sqlite3_vfs *original = sqlite3_vfs_find(nullptr);
        if (original == nullptr)
            return false;
        vfs = *original;
        vfs.pNext = nullptr;
        vfs.zName = "loupe-safe-index";
        vfs.pAppData = original;
        vfs.xOpen = openFile;
        return sqlite3_vfs_register(&vfs, 0) == SQLITE_OK;
    }();
    return isRegistered ? vfs.zName : nullptr;
}

} // namespace loupe
