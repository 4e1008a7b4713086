// SPDX-License-Identifier: Apache-2.0
#include "core/base/heldfiles.h"

#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>

namespace loupe {

namespace {

using FileKey = std::pair<std::uint64_t, std::uint64_t>;

class HeldFiles
{
public:
    void add(const FileKey &key)
    {
        const std::lock_guard lock(m_mutex);
        ++m_counts[key];
    }
    void remove(const FileKey &key)
    {
        const std::lock_guard lock(m_mutex);
        if (--m_counts[key] == 0)
            m_counts.erase(key);
    }
    bool contains(const FileKey &key)
    {
        const std::lock_guard lock(m_mutex);
        return m_counts.contains(key);
    }

private:
    std::mutex m_mutex;
    std::map<FileKey, int> m_counts;
};

HeldFiles &heldFiles()
{
    static HeldFiles files;
    return files;
}

std::optional<FileKey> keyOf(int folder, const char *name)
{
    struct stat facts {
    };
    if (::fstatat(folder, name, &facts, 0) != 0)
        return std::nullopt;
    return FileKey{facts.st_dev, facts.st_ino};
}

} // namespace

HeldFile::HeldFile(const std::filesystem::path &file) : m_file(keyOf(AT_FDCWD, file.c_str()))
{
    if (m_file)
        heldFiles().add(*m_file);
}

HeldFile::~HeldFile()
{
    if (m_file)
        heldFiles().remove(*m_file);
}

bool isHeldFile(int folder, const char *name)
{
    if (const auto key = keyOf(folder, name); key && heldFiles().contains(*key))
        return true;
    const std::string_view text(name);
    for (const std::string_view suffix : {"-wal", "-shm", "-journal"}) {
        if (!text.ends_with(suffix))
            continue;
        const std::string database(text.substr(0, text.size() - suffix.size()));
        if (const auto key = keyOf(folder, database.c_str()); key && heldFiles().contains(*key))
            return true;
    }
    return false;
}

} // namespace loupe
