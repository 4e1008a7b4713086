// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace loupe {

/// Confinement of untrusted code. `None` only if the user asked for it; it is recorded.
enum class SandboxMode { Bubblewrap, None };

/// The user's sandbox options of this very call. Stored or shared data never fills it.
struct SandboxChoice {
    SandboxMode mode = SandboxMode::Bubblewrap;
    bool evenAsRoot = false; ///< `None` confirmed by a second option, for root
};

/// Returns InvalidInput if candidates would get all rights of root without the second option.
Status permitted(const SandboxChoice &choice);

/// Returns the equivalent options of kloupe.
std::vector<std::string> sandboxOptions(const SandboxChoice &choice);

/// Returns the warning before, or the reminder after, candidates run without a sandbox. `place`
/// names the machine; empty for this one.
std::string unconfinedWarning(const std::string &place);
std::string unconfinedReminder(const std::string &place);

} // namespace loupe
