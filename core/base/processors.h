// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace loupe {

/// The processors this process may use; at least 1.
int usableProcessors();

} // namespace loupe
