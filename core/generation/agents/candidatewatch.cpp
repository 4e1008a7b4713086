// SPDX-License-Identifier: Apache-2.0
#include "core/generation/agents/candidatewatch.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace {

constexpr int maxEntries = 2000; ///< of one scan; more entries are ignored
constexpr std::size_t maxAtOnce = 8;

struct CloseEntries {
    void operator()(DIR *entries) const { closedir(entries); }
};
using Entries = std::unique_ptr<DIR, CloseEntries>;

Entries entriesOf(const std::string &folder)
{
    // O_NOFOLLOW, because the agent may replace the folder by a link.
    const int fd
        = ::open((folder + "/candidates").c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *entries = fd < 0 ? nullptr : fdopendir(fd);
    if (fd >= 0 && entries == nullptr)
        ::close(fd);
    return Entries(entries);
}

} // namespace

std::vector<LeftProgram> CandidateWatch::look()
{
    const Entries entries = entriesOf(m_folder.handle().string());
    if (!entries)
        return {};
    std::map<std::string, State> now;
    for (int count = 0; count < maxEntries; ++count) {
        const dirent *entry = readdir(entries.get()); // NOLINT(concurrency-mt-unsafe)
        if (entry == nullptr)
            break;
        const std::string name = entry->d_name;
        struct stat facts = {};
        if (name.starts_with('.') || !name.ends_with(m_ending)
            || fstatat(dirfd(entries.get()), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        now[name] = {facts.st_ino, facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec};
    }
    std::vector<LeftProgram> out;
    for (const auto &[name, state] : now) {
        const auto before = m_seen.find(name);
        const auto taken = m_taken.find(name);
        const bool isSettled = before != m_seen.end() && before->second == state;
        const bool isTaken = taken != m_taken.end() && taken->second == state;
        if (!isSettled || isTaken || out.size() == maxAtOnce)
            continue;
        m_taken[name] = state;
        auto source = m_folder.program(std::filesystem::path("candidates") / name);
        out.push_back(source ? LeftProgram{name, std::move(*source), {}}
                             : LeftProgram{name, {}, source.error().message});
    }
    m_seen = std::move(now);
    return out;
}

} // namespace loupe
