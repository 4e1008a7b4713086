// SPDX-License-Identifier: Apache-2.0
#include "core/engine/doctor/sandboxdoctor.h"

#include "core/sandbox/child/confinement.h"
#include "core/sandbox/confinement/landlock.h"

#include <fmt/format.h>

namespace loupe {

namespace {

using State = DoctorItem::State;

DoctorItem active(std::string id, std::string title, std::string found)
{
    return {std::move(id), std::move(title), State::Ok, std::move(found), {}, {}};
}

/// Marks a measure as not active if it failed; `item` describes it as active.
DoctorItem measured(DoctorItem item, const ConfinementMeasure &measure)
{
    if (measure.isActive)
        return item;
    item.state = State::Optional;
    item.found = "not active: " + measure.reason;
    item.fix = measure.fix;
    return item;
}

DoctorItem namespacesItem(const Confinement &how)
{
    return active("sandbox-namespaces", "Namespaces",
                  how.way == Confinement::Way::OwnUser
                      ? "processes, network, mounts, IPC, host name; as a user of its own"
                      : "users, processes, network, mounts, IPC, host name");
}

DoctorItem userNamespacesItem(const Confinement &how)
{
    const DoctorItem item = active("sandbox-userns", "No more namespaces",
                                   "bubblewrap forbids candidates to make user namespaces");
    if (!how.noUserNamespaces.isActive && how.callFilter.isActive)
        return active(item.id, item.title, "refused by the filter of system calls");
    return measured(item, how.noUserNamespaces);
}

DoctorItem groupItem(const Result<GroupFolders> &groups)
{
    DoctorItem item = active("sandbox-groups", "Control groups", {});
    item.neededFor = "limits of all processes of a candidate together";
    if (groups) {
        item.found = "memory (files in memory included) and processes are limited: " + groups->how;
        return item;
    }
    item.state = State::Optional;
    item.found
        = "not active: " + groups.error().message + "; memory is limited for each process alone";
    item.fix = groups.error().hint;
    return item;
}

} // namespace

std::vector<DoctorItem> sandboxItems(const Confinement &how, const Result<GroupFolders> &groups)
{
    return {
        namespacesItem(how),
        active("sandbox-capabilities", "No capabilities",
               "all are dropped, and no program can bring one back"),
        userNamespacesItem(how),
        measured(active("sandbox-calls", "Filter of system calls",
                        "an allow-list; no AF_VSOCK, AF_PACKET or AF_NETLINK, no io_uring, bpf, "
                        "userfaultfd, perf or ptrace"),
                 how.callFilter),
        measured(active("sandbox-landlock", "Landlock",
                        fmt::format("version {}: writes below the candidate's own folders alone{}",
                                    landlock::abi(),
                                    landlock::abi() >= landlock::signalAbi
                                        ? ", no signals to the outside"
                                        : "")),
                 how.landlock),
        active("sandbox-keyring", "Keys",
               how.callFilter.isActive ? "a session keyring of its own; keyctl is refused"
                                       : "a session keyring of its own"),
        groupItem(groups),
        active("sandbox-cpu", "Processor time",
               "limited for each process; no quota, which would stop it within timed calls"),
    };
}

std::vector<DoctorItem> examineSandbox()
{
    const Result<Confinement> &how = confinement();
    if (!how)
        return {};
    return sandboxItems(*how, groupFolders());
}

} // namespace loupe
