// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <sys/stat.h>

namespace loupe {

/// Returns "a named pipe", "a device", … for the message of a refusal.
const char *fileKind(mode_t mode);

/// Returns a link's target; empty if it cannot be read.
std::string linkTarget(int folder, const char *name);

} // namespace loupe
