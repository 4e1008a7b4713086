// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/confinement/bubblewrap.h"

#include "core/base/shellword.h"
#include "core/sandbox/confinement/callfilter.h"
#include "core/sandbox/system/systemerror.h"

#include <atomic>
#include <fstream>
#include <random>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *temporaryBytes = "268435456"; // each for /tmp and /dev/shm
constexpr const char *helperInside = "/run/kloupe/confine";

/// Returns true if the user number exists in our own user namespace (containers map only some).
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

/// Returns a user number for one child alone, because the kernel's limits count per user.
uid_t freshUser()
{
    // Engines begin at random numbers, because those in other containers share the kernel's users
    // and may have the same process number.
    static std::atomic<unsigned> next{std::random_device()()};
    const unsigned number = next++;
    if (const unsigned user = 0x40000000U + number % 0x40000000U; isMapped(user))
        return user;
    if (const unsigned user = 30000U + number % 30000U; isMapped(user))
        return user;
    return 65534;
}

void add(std::vector<std::string> &arguments, std::initializer_list<std::string> more)
{
    arguments.insert(arguments.end(), more);
}

/// Adds a bind. Bubblewrap creates missing parent folders for its own user alone; `--dir` makes
/// them accessible to the sandbox's user.
void addBind(std::vector<std::string> &arguments, const char *kind, const fs::path &path)
{
    if (const fs::path parent = path.parent_path(); parent != "/")
        add(arguments, {"--dir", parent.string()});
    add(arguments, {kind, path.string(), path.string()});
}

void keep(SpawnRequest &request, Fd fd)
{
    request.keptFds.push_back(fd.get());
    request.ownedFds.push_back(std::move(fd));
}

/// Adds a copy of the file. A bind would reveal the original's path in /proc/self/mountinfo.
Status addCopy(SpawnRequest &request, std::vector<std::string> &arguments, const CopiedFile &file)
{
    Fd fd(open(file.from.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd)
        return systemError("the sandbox needs it", file.from.string());
    add(arguments,
        {"--dir", file.inside.parent_path().string(), "--perms", "0555", "--file",
         std::to_string(fd.get()), file.inside.string()});
    keep(request, std::move(fd));
    return {};
}

/// Writes bubblewrap's arguments to a file in memory. Bubblewrap's first process keeps its command
/// line, which the sandbox could read.
Result<Fd> hiddenArguments(const std::vector<std::string> &arguments)
{
    Fd fd(memfd_create("arguments", MFD_CLOEXEC));
    if (!fd)
        return systemError("cannot make a file in memory");
    std::string text;
    for (const std::string &argument : arguments)
        text.append(argument).push_back('\0');
    for (std::size_t at = 0; at < text.size();) {
        const ssize_t wrote = write(fd.get(), text.data() + at, text.size() - at);
        if (wrote <= 0)
            return systemError("cannot write a file in memory");
        at += static_cast<std::size_t>(wrote);
    }
    if (lseek(fd.get(), 0, SEEK_SET) != 0)
        return systemError("cannot read a file in memory");
    return fd;
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
    // An installed KernelLoupe keeps its reference solutions there.
    for (const char *hidden : {"/usr/share/kernelloupe", "/usr/local/share/kernelloupe"}) {
        if (fs::is_directory(hidden, failed))
            add(arguments, {"--tmpfs", hidden});
    }
    add(arguments, {"--proc", "/proc", "--dev", "/dev"});
    for (const char *folder : {"/tmp", "/dev/shm"})
        add(arguments, {"--perms", "1777", "--size", temporaryBytes, "--tmpfs", folder});
}

/// Adds the files for name lookup and for the verification of certificates.
void addNameLookup(std::vector<std::string> &arguments)
{
    for (const char *part : {"/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf",
                             "/etc/gai.conf", "/etc/ssl", "/etc/ca-certificates", "/etc/pki"})
        addBind(arguments, "--ro-bind-try", part);
}

/// Fails if other users cannot read `path`: the sandbox runs as another user, and our umask may
/// forbid it.
Status checkReadable(const fs::path &path)
{
    struct stat facts = {};
    if (stat(path.c_str(), &facts) != 0)
        return systemError("the sandbox needs it", path.string());
    const mode_t needed = S_ISDIR(facts.st_mode) ? S_IROTH | S_IXOTH : S_IROTH;
    if ((facts.st_mode & needed) != needed)
        return Error{Errc::Environment, "the sandbox's user cannot read it", path.string(),
                     "chmod -R o+rX " + shellWord(path.string())};
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

void addCapabilities(std::vector<std::string> &arguments, const Confinement &how)
{
    add(arguments, {"--cap-drop", "ALL"});
    if (how.way == Confinement::Way::OwnUser) {
        for (const char *needed : {"CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"})
            add(arguments, {"--cap-add", needed});
    }
}

/// Adds the helper's command line; the helper runs inside the sandbox before the child's program.
Status addHelper(SpawnRequest &request, const ChildSpec &spec, const Confinement &how)
{
    request.argv.emplace_back(helperInside);
    if (how.way == Confinement::Way::OwnUser) {
        const uid_t user = freshUser();
        if (spec.scratch && chown(spec.scratch->c_str(), user, user) != 0)
            return systemError("cannot give the folder to the sandbox's user",
                               spec.scratch->string());
        add(request.argv, {"--user", std::to_string(user)});
    }
    // The helper changes the folder, because only the sandbox's user may enter the scratch folder.
    add(request.argv, {"--folder", spec.scratch ? spec.scratch->string() : "/tmp"});
    if (spec.processes > 0)
        add(request.argv, {"--processes", std::to_string(spec.processes)});
    // The helper sets the limit, because bubblewrap itself copies files before.
    if (spec.fileBytes > 0)
        add(request.argv, {"--file-bytes", std::to_string(spec.fileBytes)});
    if (how.landlock.isActive) {
        add(request.argv, {"--landlock", "--writable", "/tmp", "--writable", "/dev/shm"});
        if (spec.scratch)
            add(request.argv, {"--writable", spec.scratch->string()});
        if (spec.hasNetwork)
            request.argv.emplace_back("--network");
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

bool isFirstApart(const ChildSpec &spec, const Confinement &how)
{
    return !spec.isFirstProcess && (how.way == Confinement::Way::OwnUser || how.landlock.isActive);
}

Result<SpawnRequest> confinedCommand(const ChildSpec &spec, const Confinement &how, int infoFd)
{
    SpawnRequest request;
    std::vector<std::string> arguments{
        "--die-with-parent",    "--unshare-pid", "--unshare-ipc",
        "--unshare-uts",        "--hostname",    "sandbox",
        "--unshare-cgroup-try", "--info-fd",     std::to_string(infoFd)};
    if (!spec.hasNetwork)
        arguments.emplace_back("--unshare-net");
    if (how.way == Confinement::Way::UserNamespace)
        arguments.emplace_back("--unshare-user");
    if (how.noUserNamespaces.isActive)
        arguments.emplace_back("--disable-userns");
    if (spec.isFirstProcess)
        arguments.emplace_back("--as-pid-1");
    request.keptFds = spec.inheritedFds;
    request.keptFds.push_back(infoFd);
    addSystem(arguments);
    if (spec.hasNetwork)
        addNameLookup(arguments);
    if (Status added = addCopy(request, arguments, {how.helper, helperInside}); !added)
        return added.error();
    for (const CopiedFile &file : spec.copies) {
        if (Status added = addCopy(request, arguments, file); !added)
            return added.error();
    }
    if (Status added = addFolders(arguments, spec); !added)
        return added.error();
    addCapabilities(arguments, how);
    Result<Fd> hidden = hiddenArguments(arguments);
    if (!hidden)
        return hidden.error();
    request.argv = {how.program, "--args", std::to_string(hidden->get()), "--"};
    keep(request, std::move(*hidden));
    if (Status added = addHelper(request, spec, how); !added)
        return added.error();
    request.argv.insert(request.argv.end(), spec.argv.begin(), spec.argv.end());
    return request;
}

} // namespace loupe
