// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace loupe {

/// How untrusted code is confined. `None` only when the user asked for it; it is recorded.
enum class SandboxMode { Bubblewrap, None };

} // namespace loupe
