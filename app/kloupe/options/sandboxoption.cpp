// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/options/sandboxoption.h"

namespace loupe::cli {

void SandboxOption::addTo(CLI::App &command, const std::string &what)
{
    CLI::Option *leave = command.add_flag("--no-sandbox", isLeft, what);
    command
        .add_flag("--no-sandbox-as-root", evenAsRoot,
                  "Required with --no-sandbox when running as root, for example in a disposable "
                  "container")
        ->needs(leave);
}

SandboxChoice SandboxOption::choice() const
{
    return {isLeft ? SandboxMode::None : SandboxMode::Bubblewrap, isLeft && evenAsRoot};
}

} // namespace loupe::cli
