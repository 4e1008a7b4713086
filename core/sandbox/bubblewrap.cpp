// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/bubblewrap.h"

#include "core/sandbox/callfilter.h"
#include "core/sandbox/systemerror.h"

#include <atomic>
#include <fstream>

#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *temporaryBytes = "268435456"; // of /tmp and of /dev/shm
constexpr const char *helperInside = "/run/kloupe/confine";

/// Whether a user number exists in our own user namespace (containers map only some).
bool isMapped(std::uint64_t uid)
{
    std::ifstream map("/proc/self/uid_map");
    std::uint64_t inside = 0;
    std::uint64_t outside = 0;
    std::uint64_t count = 0;
    while (map >> inside >> outside >> count) {
        if (uid >= inside && uid - inside < count)
            return true;
    }
    return false;
}

/// A user number of our own for one child: limits count per user.
uid_t freshUser()
{
    static std::atomic<unsigned> counter{0};
    const auto process = static_cast<unsigned>(getpid());
    const unsigned mixed = (process % 65536U) * 4096U + counter++ % 4096U;
    if (constexpr unsigned base = 0x40000000U; isMapped(base + mixed))
        return base + mixed;
    if (constexpr unsigned base = 30000U; isMapped(base + mixed % 30000U))
        return base + mixed % 30000U;
    return 65534;
}

void add(std::vector<std::string> &arguments, std::initializer_list<std::string> more)
{
    arguments.insert(arguments.end(), more);
}

/// Bubblewrap makes missing parents of a bind for itself alone; the sandbox's user must pass too.
void addBind(std::vector<std::string> &arguments, const char *kind, const fs::path &path,
             const fs::path &inside)
{
    if (const fs::path parent = inside.parent_path(); parent != "/")
        add(arguments, {"--dir", parent.string()});
    add(arguments, {kind, path.string(), inside.string()});
}

void addBind(std::vector<std::string> &arguments, const char *kind, const fs::path &path)
{
    addBind(arguments, kind, path, path);
}

void addSystem(std::vector<std::string> &arguments)
{
    std::error_code failed;
    add(arguments, {"--ro-bind", "/usr", "/usr"});
    for (const char *folder : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
        if (fs::is_symlink(folder, failed))
            add(arguments, {"--symlink", fs::read_symlink(folder, failed).string(), folder});
        else if (fs::is_directory(folder, failed))
            add(arguments, {"--ro-bind", folder, folder});
    }
    for (const char *part : {"/etc/ld.so.cache", "/etc/alternatives"})
        addBind(arguments, "--ro-bind-try", part);
    // An installed KernelLoupe keeps the references there.
    for (const char *hidden : {"/usr/share/kernelloupe", "/usr/local/share/kernelloupe"}) {
        if (fs::is_directory(hidden, failed))
            add(arguments, {"--tmpfs", hidden});
    }
    add(arguments, {"--proc", "/proc", "--dev", "/dev"});
    for (const char *folder : {"/tmp", "/dev/shm"})
        add(arguments, {"--perms", "1777", "--size", temporaryBytes, "--tmpfs", folder});
}

/// The other user must be able to read what is bound, whatever our umask was.
Status checkReadable(const fs::path &path)
{
    struct stat facts = {};
    if (stat(path.c_str(), &facts) != 0)
        return systemError("the sandbox needs it", path.string());
    const mode_t needed = S_ISDIR(facts.st_mode) ? S_IROTH | S_IXOTH : S_IROTH;
    if ((facts.st_mode & needed) != needed)
        return Error{Errc::Environment,
                     "the sandbox's user cannot read it",
                     path.string(),
                     "chmod -R o+rX " + path.string(),
                     {}};
    return {};
}

Status addFolders(std::vector<std::string> &arguments, const ChildSpec &spec)
{
    for (const fs::path &path : spec.readOnly) {
        if (geteuid() == 0) {
            if (Status readable = checkReadable(path); !readable)
                return readable;
        }
        addBind(arguments, "--ro-bind", path);
    }
    for (const fs::path &device : spec.devices)
        addBind(arguments, "--dev-bind", device);
    if (spec.scratch)
        addBind(arguments, "--bind", *spec.scratch);
    add(arguments, {"--remount-ro", "/dev", "--remount-ro", "/"});
    return {};
}

/// What the helper does inside, before it becomes the child's program.
Status addHelper(SpawnRequest &request, const ChildSpec &spec, const Confinement &how)
{
    const bool becomesUser = how.way == Confinement::Way::OwnUser;
    add(request.argv, {"--cap-drop", "ALL"});
    if (becomesUser) {
        for (const char *needed : {"CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"})
            add(request.argv, {"--cap-add", needed});
    }
    add(request.argv, {"--", helperInside});
    if (becomesUser) {
        const uid_t user = freshUser();
        if (spec.scratch && chown(spec.scratch->c_str(), user, user) != 0)
            return systemError("cannot give the folder to the sandbox's user",
                               spec.scratch->string());
        add(request.argv, {"--user", std::to_string(user)});
    }
    // Only as its own user it may enter a folder that nobody else may.
    add(request.argv, {"--folder", spec.scratch ? spec.scratch->string() : "/tmp"});
    if (spec.processes > 0)
        add(request.argv, {"--processes", std::to_string(spec.processes)});
    if (how.landlock.isActive) {
        add(request.argv, {"--landlock", "--writable", "/tmp", "--writable", "/dev/shm"});
        if (spec.scratch)
            add(request.argv, {"--writable", spec.scratch->string()});
    }
    if (how.callFilter.isActive) {
        const auto &filter = callFilter(callPlatformOf(spec));
        if (!filter)
            return filter.error();
        add(request.argv, {"--filter", std::to_string(filter->get())});
        request.keptFds.push_back(filter->get());
    }
    request.argv.emplace_back("--");
    return {};
}

} // namespace

CallPlatform callPlatformOf(const ChildSpec &spec)
{
    return spec.devices.empty() ? CallPlatform::Processor : CallPlatform::Gpu;
}

Result<SpawnRequest> confinedCommand(const ChildSpec &spec, const Confinement &how, int infoFd)
{
    SpawnRequest request;
    request.argv
        = {how.program,           "--die-with-parent", "--unshare-pid",        "--unshare-net",
           "--unshare-ipc",       "--unshare-uts",     "--unshare-cgroup-try", "--info-fd",
           std::to_string(infoFd)};
    if (how.way == Confinement::Way::UserNamespace)
        request.argv.emplace_back("--unshare-user");
    if (how.noUserNamespaces.isActive)
        request.argv.emplace_back("--disable-userns");
    if (spec.isFirstProcess)
        request.argv.emplace_back("--as-pid-1");
    request.keptFds = spec.inheritedFds;
    addSystem(request.argv);
    addBind(request.argv, "--ro-bind", how.helper, helperInside);
    if (Status added = addFolders(request.argv, spec); !added)
        return added.error();
    if (Status added = addHelper(request, spec, how); !added)
        return added.error();
    request.argv.insert(request.argv.end(), spec.argv.begin(), spec.argv.end());
    request.keptFds.push_back(infoFd);
    return request;
}

} // namespace loupe
