// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/confinement/landlock.h"

#include <cerrno>
#include <cstdint>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace loupe::landlock {

namespace {

// Copied from the kernel's linux/landlock.h: the installed header may be older than the kernel.
constexpr std::uint64_t execute = 1U << 0;
constexpr std::uint64_t writeFile = 1U << 1;
constexpr std::uint64_t readFile = 1U << 2;
constexpr std::uint64_t readFolder = 1U << 3;
constexpr std::uint64_t makeCharacterDevice = 1U << 6;
constexpr std::uint64_t makeBlockDevice = 1U << 11;
constexpr std::uint64_t move = 1U << 13;
constexpr std::uint64_t truncate = 1U << 14;
constexpr std::uint64_t controlDevice = 1U << 15;
constexpr std::uint64_t bindTcp = 1U << 0;
constexpr std::uint64_t connectTcp = 1U << 1;
constexpr std::uint64_t abstractSockets = 1U << 0;
constexpr std::uint64_t signals = 1U << 1;
constexpr int truncateAbi = 3;
constexpr int networkAbi = 4;
constexpr int controlAbi = 5;
constexpr unsigned askVersion = 1U;
constexpr int ruleOfPath = 1;

struct Ruleset {
    std::uint64_t files;
    std::uint64_t network;
    std::uint64_t scoped;
};

struct __attribute__((packed)) PathRule {
    std::uint64_t allowed;
    std::int32_t folder;
};

std::uint64_t knownFileRights(int version)
{
    std::uint64_t rights = move | (move - 1);
    if (version >= truncateAbi)
        rights |= truncate;
    if (version >= controlAbi)
        rights |= controlDevice;
    return rights;
}

int allow(int ruleset, const char *path, std::uint64_t rights)
{
    const int folder = open(path, O_PATH | O_CLOEXEC);
    if (folder < 0)
        return errno == ENOENT ? 0 : errno;
    const PathRule rule{rights, folder};
    const bool isAdded = syscall(__NR_landlock_add_rule, ruleset, ruleOfPath, &rule, 0U) == 0;
    const int code = isAdded ? 0 : errno;
    close(folder);
    return code;
}

int addRules(int ruleset, std::uint64_t known, std::span<const char *const> writable)
{
    const std::uint64_t everywhere = execute | readFile | readFolder;
    if (const int code = allow(ruleset, "/", everywhere); code != 0)
        return code;
    const std::uint64_t intoFiles = (writeFile | truncate) & known;
    if (const int code = allow(ruleset, "/proc", intoFiles); code != 0)
        return code;
    if (const int code = allow(ruleset, "/dev", intoFiles | (controlDevice & known)); code != 0)
        return code;
    for (const char *path : writable) {
        const std::uint64_t all = known & ~(makeCharacterDevice | makeBlockDevice);
        if (const int code = allow(ruleset, path, all); code != 0)
            return code;
    }
    return 0;
}

} // namespace

int abi() noexcept
{
    const long version = syscall(__NR_landlock_create_ruleset, nullptr, 0U, askVersion);
    return version < 0 ? 0 : static_cast<int>(version);
}

int renounce(std::span<const char *const> writable, bool keepsNetwork) noexcept
{
    const int version = abi();
    if (version < oldestUsableAbi)
        return ENOSYS;
    Ruleset asked{knownFileRights(version), 0, 0};
    if (version >= networkAbi && !keepsNetwork)
        asked.network = bindTcp | connectTcp;
    if (version >= signalAbi)
        asked.scoped = abstractSockets | signals;
    const auto ruleset
        = static_cast<int>(syscall(__NR_landlock_create_ruleset, &asked, sizeof asked, 0U));
    if (ruleset < 0)
        return errno;
    int code = addRules(ruleset, asked.files, writable);
    if (code == 0 && syscall(__NR_landlock_restrict_self, ruleset, 0U) != 0)
        code = errno;
    close(ruleset);
    return code;
}

} // namespace loupe::landlock
