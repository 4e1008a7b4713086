// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"

#include <string_view>

namespace loupe {

/// Returns the processor time in seconds of all processes of a PID namespace except `own`, a
/// process number in it. Includes ended and waited-for children, also those of `own`, at a
/// resolution of 10 ms. `processes` is the namespace's own /proc.
double helpersSeconds(const Fd &processes, std::string_view own);

} // namespace loupe
