// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/vendors/platform.h"

namespace loupe {

/// Returns the example platform of CONTRIBUTING.md, word for word.
Platform toyPlatform();

} // namespace loupe
