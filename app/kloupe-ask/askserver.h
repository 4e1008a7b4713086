// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/linestream.h"

namespace loupe::ask {

/// Serves one session: hello, then requests until the other end says stop or is gone. What is open
/// then is cut, and what came of it is in the spool. The program's exit code.
int serve(LineStream &lines, int inputFd);

} // namespace loupe::ask
