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

/// RLIMIT_… and its values, for each process of a child.
std::vector<std::pair<int, rlimit>> resourceLimits(const ChildSpec &spec);

/// What limits all processes of a confined child together, where it can be made; else null, and its
/// limits hold for each process alone.
Result<std::unique_ptr<ControlGroup>> limitingGroup(const ChildSpec &spec);

} // namespace loupe
