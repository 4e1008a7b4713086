// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"

#include <string_view>

namespace loupe {

/// What the processes of a PID namespace other than `own`, which is the number of one of them
/// there, have had of the processors, by the namespace's own /proc; with it all that was had by
/// children that have ended and that somebody waited for, to a hundredth of a second. Seconds.
double helpersSeconds(const Fd &processes, std::string_view own);

} // namespace loupe
