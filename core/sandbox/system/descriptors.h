// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

#include <vector>

#include <spawn.h>

namespace loupe {

struct Pipe {
    Fd in;  ///< to read
    Fd out; ///< to write
};

/// Creates a pipe whose ends are close-on-exec.
Result<Pipe> makePipe();

/// Returns the descriptors of this process that are open and not less than `first`.
std::vector<int> openDescriptors(int first);

/// Closes, in the program that posix_spawn() starts, every descriptor not less than `first`. With
/// a glibc before 2.34 one that another thread opens meanwhile stays open, unless it is
/// close-on-exec.
void addCloseFrom(posix_spawn_file_actions_t &actions, int first);

/// Does what addCloseFrom() does where glibc is too old for its own function.
void addCloseOpen(posix_spawn_file_actions_t &actions, int first);

} // namespace loupe
