// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sandbox/channel.h"

namespace loupe {

/// Where a confined process computes: a GPU is driven by ioctl on its device files.
enum class CallPlatform { Processor, Gpu };

/// The filter of system calls of confined processes (callpolicy.h), as the program for the kernel
/// that kloupe-confine and the Python worker load, in a sealed file in memory. Made once.
/// Environment where this build has no libseccomp.
const Result<Fd> &callFilter(CallPlatform platform);

} // namespace loupe
