// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/unfinishedimport.h"

#include "core/store/file/newstore.h"
#include "core/store/file/storefile.h"
#include "core/store/sqlite/storefiles.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view importingSuffix = ".importing-";
constexpr std::string_view decimalDigits = "0123456789";

/// Returns the length of the prefix of `name` that names an unfinished store of `store`; 0 if there
/// is none.
std::size_t unfinishedNameLength(std::string_view name, const std::string &store)
{
    const std::string prefix = store + std::string(importingSuffix);
    if (!name.starts_with(prefix))
        return 0;
    const std::size_t end
        = std::min(name.find_first_not_of(decimalDigits, prefix.size()), name.size());
    if (end == prefix.size())
        return 0;
    constexpr std::string_view suffixes[]
        = {"", "-wal", "-shm", "-journal", ".lock", ".new", ".new-wal", ".new-shm", ".new-journal"};
    const std::string_view suffix = name.substr(end);
    return std::find(std::begin(suffixes), std::end(suffixes), suffix) == std::end(suffixes) ? 0
                                                                                             : end;
}

} // namespace

UnfinishedImport::UnfinishedImport(fs::path path, WriterLock lock)
    : m_path(std::move(path))
    , m_lock(std::move(lock))
{
}

UnfinishedImport::UnfinishedImport(UnfinishedImport &&other) noexcept
    : m_path(std::exchange(other.m_path, {}))
    , m_lock(std::move(other.m_lock))
{
}

UnfinishedImport::~UnfinishedImport()
{
    if (!m_path.empty())
        removeStoreFiles(m_path);
}

Result<UnfinishedImport> UnfinishedImport::begin(const fs::path &target)
{
    if (Status fresh = checkNoOldLog(target); !fresh)
        return fresh.error(); // before the import, which may take long
    fs::path path = target;
    path += importingSuffix;
    path += std::to_string(getpid());
    auto lock = WriterLock::take(path);
    if (!lock)
        return std::move(lock).error();
    removeStoreFiles(path);
    return UnfinishedImport(std::move(path), std::move(*lock));
}

Status UnfinishedImport::giveName(const fs::path &target)
{
    if (Status finished = finishNewStore(m_path); !finished)
        return finished;
    return placeNewStore(m_path, target);
}

ImportLeftovers importLeftovers(const fs::path &store)
{
    ImportLeftovers found;
    std::error_code failed;
    const fs::path folder = store.has_parent_path() ? store.parent_path() : fs::path(".");
    for (const auto &entry : fs::directory_iterator(folder, failed)) {
        const std::string name = entry.path().filename().string();
        const std::size_t length = unfinishedNameLength(name, store.filename().string());
        std::error_code ignored;
        if (length == 0 || !entry.is_regular_file(ignored)
            || WriterLock::isHeld(folder / name.substr(0, length)))
            continue;
        const std::uintmax_t bytes = entry.file_size(ignored);
        found.bytes += ignored ? 0 : bytes;
        found.files.push_back(folder / name);
    }
    std::sort(found.files.begin(), found.files.end());
    return found;
}

void removeImportLeftovers(const fs::path &store)
{
    for (const fs::path &file : importLeftovers(store).files) {
        std::error_code ignored;
        fs::remove(file, ignored);
    }
}

} // namespace loupe
