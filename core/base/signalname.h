// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

/// Returns the name of a signal as in signal(7), such as "SIGSEGV", or "signal 42" if it has none.
std::string signalName(int signal);

} // namespace loupe
