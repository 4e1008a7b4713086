// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/system/linestream.h"

namespace loupe::ask {

/// Serves one session: a hello, then requests until the other end says stop or disconnects. Cancels
/// open requests then; their results so far are in the spool. Returns the exit code of the program.
int serve(LineStream &lines, int inputFd);

} // namespace loupe::ask
