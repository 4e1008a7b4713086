// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

/// The environment variable's value; empty when it is not set. Safe on any thread: nothing here
/// ever sets one.
std::string environmentVariable(const char *name);

} // namespace loupe
