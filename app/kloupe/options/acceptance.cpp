// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/options/acceptance.h"

#include "core/engine/run/outsideuse.h"

#include <iostream>
#include <string>

#include <unistd.h>

namespace loupe::cli {

namespace {

bool asks(const RunRequest &request, const std::vector<OutsideUse> &uses, const Console &console)
{
    console.progress(request.fromFile.source
                     + " names programs that run outside the sandbox, with your rights:");
    for (const OutsideUse &use : uses) {
        console.progress("  " + use.what);
        if (!use.content.empty())
            console.text(use.content);
    }
    console.progress("Use them on this machine, now and later? Type yes to accept:");
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "yes";
}

} // namespace

void addAcceptOption(CLI::App &command, bool &accepts)
{
    command.add_flag("--accept-settings", accepts,
                     "Accept the interpreter, target and cluster template that a preset or stored "
                     "run names, and remember it (default: show them and ask)");
}

Status settleUses(const RunRequest &request, bool accepts, const Console &console)
{
    return loupe::settleUses(request, [&](const std::vector<OutsideUse> &uses) {
        const bool isTerminal
            = !console.json && ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
        return accepts || (isTerminal && asks(request, uses, console)) ? Status()
                                                                       : demandAccepted(request);
    });
}

} // namespace loupe::cli
