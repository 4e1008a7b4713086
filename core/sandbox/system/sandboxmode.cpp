// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/system/sandboxmode.h"

#include <unistd.h>

namespace loupe {

Status permitted(const SandboxChoice &choice)
{
    if (choice.mode == SandboxMode::Bubblewrap || choice.evenAsRoot || ::geteuid() != 0)
        return {};
    return Error{Errc::InvalidInput,
                 "without the sandbox, candidates would run as root and could change everything on "
                 "this machine",
                 "--no-sandbox",
                 "run as another user; or, where the machine itself is the sandbox, add "
                 "--no-sandbox-as-root"};
}

std::vector<std::string> sandboxOptions(const SandboxChoice &choice)
{
    if (choice.mode == SandboxMode::Bubblewrap)
        return {};
    if (choice.evenAsRoot)
        return {"--no-sandbox", "--no-sandbox-as-root"};
    return {"--no-sandbox"};
}

std::string unconfinedWarning(const std::string &place)
{
    if (!place.empty())
        return "CANDIDATES RUN OUTSIDE THE SANDBOX, WITH ALL RIGHTS OF THE USER AT " + place;
    return ::geteuid() == 0
        ? "CANDIDATES RUN OUTSIDE THE SANDBOX, AS ROOT, WITH ALL RIGHTS ON THIS MACHINE"
        : "CANDIDATES RUN OUTSIDE THE SANDBOX, WITH ALL YOUR RIGHTS ON THIS MACHINE";
}

std::string unconfinedReminder(const std::string &place)
{
    return "CANDIDATES RAN OUTSIDE THE SANDBOX" + (place.empty() ? std::string() : " AT " + place)
        + ": WHAT THEY CHANGED OR LEFT RUNNING IS STILL THERE";
}

} // namespace loupe
