// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/system/sandboxmode.h"

#include <string>

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// --no-sandbox and, for root, --no-sandbox-as-root. There is no other way to leave the sandbox.
struct SandboxOption {
    bool isLeft = false;
    bool evenAsRoot = false;

    /// Adds both options. `what`: the help of the first.
    void addTo(CLI::App &command, const std::string &what);
    SandboxChoice choice() const;
};

} // namespace loupe::cli
