// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <sys/stat.h>

namespace loupe {

/// "a named pipe", "a device", … for a sentence that refuses it.
const char *fileKind(mode_t mode);

/// Where a link points to; empty when it cannot be read.
std::string linkTarget(int folder, const char *name);

} // namespace loupe
