// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/vendors/platform.h"

namespace loupe {

/// The platform that CONTRIBUTING.md adds, word for word.
Platform toyPlatform();

} // namespace loupe
