// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sandbox/confinement/bubblewrap.h"

namespace loupe {

/// Returns the confinement that works here, or an Environment error with a remedy. Cached.
const Result<Confinement> &confinement();

/// Succeeds if this machine can confine candidates; the error says what is missing and what adds
/// it. Cached for the life of the process.
Status sandboxAvailable();

} // namespace loupe
