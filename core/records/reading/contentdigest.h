// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sharedtext.h"

#include <string>

namespace loupe {

/// Returns the SHA-256 of a file's content as hexadecimal digits. Its memory is given back piece by
/// piece.
std::string contentDigest(const SharedText &content);

} // namespace loupe
