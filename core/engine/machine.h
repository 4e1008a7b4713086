// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/run.h"
#include "core/platforms/cpubuild.h"

namespace loupe {

/// This machine's processor, kernel and compiler, as they are recorded with a run.
Environment describeMachine(const CpuToolchain &toolchain);

/// The processors this process may use; at least 1.
int usableProcessors();

} // namespace loupe
