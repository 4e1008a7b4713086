// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace loupe {

/// Returns the number of processors this process may use; at least 1.
int usableProcessors();

} // namespace loupe
