// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sandbox/bubblewrap.h"

namespace loupe {

/// The way of confining that works here, or Environment with what to do. Cached.
const Result<Confinement> &confinement();

/// Whether this machine can confine candidates; the error says what is missing and what adds it.
/// Cached for the life of the process.
Status sandboxAvailable();

} // namespace loupe
