// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sandbox/channel/channel.h"

namespace loupe {

/// Device class of a confined process; a GPU is driven by ioctl on its device files.
enum class CallPlatform { Processor, Gpu };

/// Returns the system call filter of confined processes: a BPF program in a sealed
/// file in memory, loaded by kloupe-confine and the Python worker. Made once. Environment error if
/// this build has no libseccomp.
const Result<Fd> &callFilter(CallPlatform platform);

} // namespace loupe
