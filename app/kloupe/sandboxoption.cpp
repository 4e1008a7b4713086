// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/sandboxoption.h"

namespace loupe::cli {

void SandboxOption::addTo(CLI::App &command, const std::string &what)
{
    CLI::Option *leave = command.add_flag("--no-sandbox", isLeft, what);
    command
        .add_flag("--no-sandbox-as-root", evenAsRoot,
                  "For root, who needs it beside --no-sandbox: where the machine itself is the "
                  "sandbox")
        ->needs(leave);
}

SandboxChoice SandboxOption::choice() const
{
    return {isLeft ? SandboxMode::None : SandboxMode::Bubblewrap, isLeft && evenAsRoot};
}

} // namespace loupe::cli
