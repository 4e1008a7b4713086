// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/confinement.h"

#include "core/sandbox/childprocess.h"

#include <chrono>
#include <memory>
#include <string>

#include <unistd.h>

namespace loupe {

namespace {

constexpr auto trialSeconds = std::chrono::seconds(20);

std::string findProgram(const char *name)
{
    for (const char *folder : {"/usr/bin/", "/usr/local/bin/", "/bin/"}) {
        if (std::string path = std::string(folder) + name; access(path.c_str(), X_OK) == 0)
            return path;
    }
    return {};
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
    return Error{Errc::Environment,
                 "bubblewrap cannot make a sandbox on this machine",
                 {},
                 "allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, or "
                 "kernel.apparmor_restrict_unprivileged_userns=0 on Ubuntu); in a container start "
                 "it with --privileged",
                 end.output};
}

Result<Confinement> findConfinement()
{
    Confinement how;
    how.program = findProgram("bwrap");
    if (how.program.empty())
        return Error{Errc::Environment,
                     "bubblewrap is missing, which confines candidates",
                     {},
                     "apt install bubblewrap",
                     {}};
    for (const char *helper : {"setpriv", "prlimit"}) {
        if (findProgram(helper).empty())
            return Error{Errc::Environment,
                         std::string("the program ") + helper + " is missing",
                         {},
                         "apt install util-linux",
                         {}};
    }
    if (geteuid() == 0) {
        how.way = Confinement::Way::OwnUser;
        if (tryWay(how))
            return how;
    }
    how.way = Confinement::Way::UserNamespace;
    if (Status works = tryWay(how); !works)
        return works.error();
    return how;
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
