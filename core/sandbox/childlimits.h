// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sandbox/childspec.h"
#include "core/sandbox/controlgroup.h"

#include <memory>
#include <utility>
#include <vector>

#include <sys/resource.h>

namespace loupe {

/// Returns the resource limits (RLIMIT_…) of each process of a child.
std::vector<std::pair<int, rlimit>> resourceLimits(const ChildSpec &spec);

/// Creates the control group that limits all processes of a confined child together. Null if none
/// can be made; then the limits hold for each process alone.
Result<std::unique_ptr<ControlGroup>> limitingGroup(const ChildSpec &spec);

} // namespace loupe
