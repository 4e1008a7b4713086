// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/control/groupfolders.h"

#include "core/base/environment.h"
#include "core/sandbox/control/controlgroup.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <sstream>
#include <string_view>

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

constexpr const char *ownLeaf = "kloupe-engine";
constexpr const char *containerFix
    = "start the container with groups that it may write: docker run "
      "--privileged …, or podman run --privileged …";
constexpr const char *alone = "--scope -p Delegate=yes kloupe …";

bool hasWord(const std::string &text, const std::string &word, char separator = ' ')
{
    std::istringstream words(text);
    for (std::string each; std::getline(words, each, separator);) {
        if (each.substr(0, each.find('\n')) == word)
            return true;
    }
    return false;
}

struct GroupMount {
    fs::path folder; ///< empty if not mounted
    bool isReadOnly = false;
};

/// Finds the mount of version 2 (empty `controller`), or of version 1 with `controller`.
GroupMount mountOf(const std::string &mounts, const std::string &controller)
{
    std::istringstream lines(mounts);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream fields(line);
        std::string device;
        std::string folder;
        std::string type;
        std::string options;
        fields >> device >> folder >> type >> options;
        if (controller.empty() ? type == "cgroup2"
                               : type == "cgroup" && hasWord(options, controller, ','))
            return {folder, hasWord(options, "ro", ',')};
    }
    return {};
}

/// Returns our own group in the hierarchy; lines are "number:controllers:path".
fs::path memberOf(const std::string &members, const std::string &controller)
{
    std::istringstream lines(members);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos)
            continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        if (controller.empty() ? controllers.empty() : hasWord(controllers, controller, ','))
            return fs::path(line.substr(second + 1)).relative_path();
    }
    return {};
}

/// Returns the system service that owns this process's group or a parent of it; empty if none.
std::string systemServiceOf(const std::string &members)
{
    const fs::path own = memberOf(members, {});
    const bool isSystems = own.begin() != own.end() && *own.begin() == "system.slice";
    for (const fs::path &part : own) {
        if (isSystems && part.extension() == ".service")
            return part.string();
    }
    return {};
}

/// Detects whether systemd runs here, and a user manager for this user.
GroupStarter starterHere()
{
    GroupStarter starter;
    const uid_t user = geteuid();
    starter.isRoot = user == 0;
    starter.hasSystemd = access("/run/systemd/system", F_OK) == 0;
    starter.runtime = "/run/user/" + std::to_string(user);
    starter.isRuntimeKnown = environmentVariable("XDG_RUNTIME_DIR") == starter.runtime;
    starter.hasUserManager = access((starter.runtime + "/systemd/private").c_str(), W_OK) == 0;
    std::array<char, 4096> room;
    passwd entry{};
    passwd *found = nullptr;
    const bool isNamed
        = getpwuid_r(user, &entry, room.data(), room.size(), &found) == 0 && found != nullptr;
    starter.user = isNamed ? entry.pw_name : std::to_string(user);
    return starter;
}

Error noGroups(const std::string &why, const std::string &fix)
{
    return Error{.code = Errc::Environment, .message = why, .hint = fix};
}

bool limitsBoth(const std::string &controllers)
{
    return hasWord(controllers, "memory") && hasWord(controllers, "pids");
}

/// Removes groups left by killed runs; only empty groups of ended processes can be removed.
void sweep(const fs::path &folder)
{
    std::error_code failed;
    for (const auto &entry : fs::directory_iterator(folder, failed)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(groupPrefix))
            continue;
        const char *const begin = name.data() + std::string_view(groupPrefix).size();
        pid_t owner = 0;
        std::from_chars(begin, name.data() + name.size(), owner);
        if (owner > 0 && kill(owner, 0) != 0 && errno == ESRCH)
            rmdir(entry.path().c_str());
    }
}

/// Enables the controllers below the group. In version 2 the group itself must hold no processes
/// for that.
Status enableBelow(const GroupFolders &place, const std::string &fix)
{
    const fs::path control = place.memory / "cgroup.subtree_control";
    if (limitsBoth(groupText(control)) || writeToGroup(control, "+memory +pids"))
        return {};
    const fs::path leaf = place.memory / ownLeaf;
    if (mkdir(leaf.c_str(), 0755) != 0 && errno != EEXIST)
        return noGroups("this process may make no control group below its own", fix);
    const std::string self = std::to_string(getpid());
    if (!writeToGroup(leaf / "cgroup.procs", self))
        return noGroups("this process may not move between control groups", fix);
    if (writeToGroup(control, "+memory +pids"))
        return {};
    static_cast<void>(writeToGroup(place.memory / "cgroup.procs", self));
    rmdir(leaf.c_str());
    return noGroups("other programs share this process's control group", fix);
}

Result<GroupFolders> findGroupFolders()
{
    const GroupFacts facts{groupText("/proc/self/mounts"), groupText("/proc/self/cgroup"),
                           starterHere()};
    Result<GroupFolders> place = groupFoldersOf(facts);
    if (!place)
        return place;
    const std::string fix = ownGroupFix(facts);
    if (access(place->memory.c_str(), W_OK) != 0 || access(place->processes.c_str(), W_OK) != 0)
        return noGroups("this user may make no control group", fix);
    if (place->isUnified) {
        if (Status enabled = enableBelow(*place, fix); !enabled)
            return enabled.error();
    }
    sweep(place->memory);
    sweep(place->processes);
    const auto trial = ControlGroup::create(*place, {std::int64_t{1} << 30, 16});
    if (!trial)
        return noGroups("no control group can be made: " + trial.error().text(), fix);
    return place;
}

} // namespace

Result<GroupFolders> groupFoldersOf(const GroupFacts &facts)
{
    const auto readOnly = [] {
        return noGroups("control groups can only be read here, as in most containers",
                        containerFix);
    };
    if (const GroupMount mount = mountOf(facts.mounts, {}); !mount.folder.empty()) {
        fs::path own = mount.folder / memberOf(facts.members, {});
        if (own.filename() == ownLeaf)
            own = own.parent_path();
        if (limitsBoth(groupText(own / "cgroup.controllers"))) {
            if (mount.isReadOnly)
                return readOnly();
            return GroupFolders{true, own, own, "version 2, in " + own.string()};
        }
    }
    const GroupMount memory = mountOf(facts.mounts, "memory");
    const GroupMount processes = mountOf(facts.mounts, "pids");
    if (memory.folder.empty() || processes.folder.empty())
        return noGroups("no hierarchy of control groups here limits memory and processes",
                        ownGroupFix(facts));
    if (memory.isReadOnly || processes.isReadOnly)
        return readOnly();
    return GroupFolders{false, memory.folder / memberOf(facts.members, "memory"),
                        processes.folder / memberOf(facts.members, "pids"), "version 1"};
}

std::string ownGroupFix(const GroupFacts &facts)
{
    const GroupStarter &starter = facts.starter;
    if (!starter.hasSystemd)
        return "let it be the program that the container starts, without a shell before it: docker "
               "run --privileged IMAGE kloupe …, and podman alike";
    if (starter.isRoot)
        return std::string("start it in a group of its own: systemd-run ") + alone;
    if (const std::string service = systemServiceOf(facts.members); !service.empty())
        return "let the service have groups of its own: Delegate=yes below [Service] in " + service
            + ", which must start kloupe itself and no shell";
    std::string command = std::string("systemd-run --user ") + alone;
    if (!starter.isRuntimeKnown)
        command.insert(0, "XDG_RUNTIME_DIR=" + starter.runtime + " ");
    if (starter.hasUserManager)
        return "start it in a group of its own: " + command;
    return "this user has no session of systemd (su, sudo and setpriv make none): log in by ssh or "
           "at the screen, or let root call: loginctl enable-linger "
        + starter.user + "; then: " + command;
}

const Result<GroupFolders> &groupFolders()
{
    static const Result<GroupFolders> found = findGroupFolders();
    return found;
}

} // namespace loupe
