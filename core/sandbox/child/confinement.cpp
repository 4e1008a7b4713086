// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/child/confinement.h"

#include "core/base/environment.h"
#include "core/sandbox/child/childprocess.h"
#include "core/sandbox/confinement/callfilter.h"
#include "core/sandbox/confinement/landlock.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

constexpr auto trialSeconds = std::chrono::seconds(20);

std::string findProgram(const char *name)
{
    for (const char *folder : {"/usr/bin/", "/usr/local/bin/", "/bin/"}) {
        if (std::string path = std::string(folder) + name; access(path.c_str(), X_OK) == 0)
            return path;
    }
    return {};
}

std::string firstLine(const std::string &text)
{
    return text.substr(0, text.find('\n'));
}

/// Returns the path of a program that is installed with the running one, relative to its folder.
std::string findOwnProgram(const char *place)
{
    std::error_code failed;
    fs::path folder(environmentVariable("KLOUPE_PROGRAMS"));
    if (folder.empty())
        folder = fs::read_symlink("/proc/self/exe", failed).parent_path();
    const fs::path program = fs::absolute(folder / place, failed).lexically_normal();
    return access(program.c_str(), X_OK) == 0 ? program.string() : std::string();
}

/// Returns the paths of bubblewrap, the best first. An archive for nodes may bring one, because
/// those of older systems lack options that the sandbox needs. The system's may have a right to
/// user namespaces that others have not.
std::vector<std::string> findBubblewraps()
{
    std::vector<std::string> found{findOwnProgram("../lib/kernelloupe/bwrap"),
                                   findProgram("bwrap")};
    std::erase(found, std::string());
    return found;
}

Status tryWay(const Confinement &how)
{
    ChildSpec spec;
    spec.argv = {"/usr/bin/true"};
    spec.processes = 8;
    Result<std::unique_ptr<ChildProcess>> child = startConfined(spec, how);
    if (!child)
        return child.error();
    const ChildEnd end = (*child)->wait(std::chrono::steady_clock::now() + trialSeconds, {});
    if (end.kind == ChildEnd::Kind::Exited && end.code == 0)
        return {};
    return Error{
        .code = Errc::Environment,
        .message = "bubblewrap cannot make a sandbox on this machine",
        .hint = "allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, or "
                "kernel.apparmor_restrict_unprivileged_userns=0 on Ubuntu); in a container start "
                "it with --privileged",
        .detail = end.output};
}

/// Sets the measures that this kernel and this build offer, before any trial.
void hopeForMeasures(Confinement &how)
{
    how.noUserNamespaces = {how.way == Confinement::Way::UserNamespace, {}, {}};
    if (!how.noUserNamespaces.isActive)
        how.noUserNamespaces.reason = "not for root: bubblewrap then makes no user namespace";
    const int version = landlock::abi();
    how.landlock = {version >= landlock::oldestUsableAbi, {}, {}};
    if (version == 0)
        how.landlock.reason = "this kernel has none, or a container hides it";
    else if (!how.landlock.isActive)
        how.landlock.reason = "this kernel's landlock version forbids moving files between folders";
    if (!how.landlock.isActive)
        how.landlock.fix = "Linux 5.19 or newer, with landlock in its boot option lsm=";
    for (const CallPlatform platform : {CallPlatform::Processor, CallPlatform::Gpu}) {
        if (const auto &filter = callFilter(platform); !filter)
            how.callFilter = {false, filter.error().message, filter.error().hint};
        else
            how.callFilter = {true, {}, {}};
    }
}

/// Disables one measure after the other until a sandbox starts. The remaining ones work.
Status settleMeasures(Confinement &how)
{
    hopeForMeasures(how);
    Status works = tryWay(how);
    for (ConfinementMeasure *measure : {&how.noUserNamespaces, &how.landlock, &how.callFilter}) {
        if (works || !measure->isActive)
            continue;
        const Error refusal = works.error();
        *measure = {false, "it does not work here: " + firstLine(refusal.detail), {}};
        works = tryWay(how);
        if (!works) // not this one alone
            *measure = {true, {}, {}};
    }
    if (works)
        return works;
    for (ConfinementMeasure *measure : {&how.noUserNamespaces, &how.landlock, &how.callFilter})
        *measure = {false, "no sandbox starts with it: " + firstLine(works.error().detail), {}};
    return tryWay(how);
}

Result<Confinement> confinementBy(const std::string &program, const std::string &helper)
{
    Confinement how;
    how.program = program;
    how.helper = helper;
    if (geteuid() == 0) {
        how.way = Confinement::Way::OwnUser;
        if (settleMeasures(how))
            return how;
    }
    how.way = Confinement::Way::UserNamespace;
    if (Status works = settleMeasures(how); !works)
        return works.error();
    return how;
}

Result<Confinement> findConfinement()
{
    const std::string helper = findOwnProgram("kloupe-confine");
    if (helper.empty())
        return Error{.code = Errc::Environment,
                     .message = "kloupe-confine is missing, which starts the sandbox",
                     .hint
                     = "build or install all programs, or set KLOUPE_PROGRAMS to their folder"};
    Result<Confinement> found = Error{.code = Errc::Environment,
                                      .message = "bubblewrap is missing, which confines candidates",
                                      .hint = "apt install bubblewrap"};
    for (const std::string &program : findBubblewraps()) {
        found = confinementBy(program, helper);
        if (found)
            break;
    }
    return found;
}

} // namespace

const Result<Confinement> &confinement()
{
    static const Result<Confinement> found = findConfinement();
    return found;
}

Status sandboxAvailable()
{
    if (const Result<Confinement> &found = confinement(); !found)
        return found.error();
    return {};
}

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const ChildSpec &spec)
{
    if (spec.mode == SandboxMode::None)
        return startUnconfined(spec);
    const Result<Confinement> &how = confinement();
    if (!how)
        return how.error();
    return startConfined(spec, *how);
}

} // namespace loupe
