// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace loupe {

/// How untrusted code is confined. `None` only when the user asked for it; it is recorded.
enum class SandboxMode { Bubblewrap, None };

/// What the user typed about the sandbox with this very call. Nothing that is stored or shared ever
/// fills it.
struct SandboxChoice {
    SandboxMode mode = SandboxMode::Bubblewrap;
    bool evenAsRoot = false; ///< `None` was asked for a second time, for a user who is root
};

/// InvalidInput for candidates that would have all rights of root without the second option.
Status permitted(const SandboxChoice &choice);

/// The options of kloupe that say the same.
std::vector<std::string> sandboxOptions(const SandboxChoice &choice);

/// What is said, in capitals, before and after candidates run without a sandbox. `place`: where;
/// empty for this machine.
std::string unconfinedWarning(const std::string &place);
std::string unconfinedReminder(const std::string &place);

} // namespace loupe
