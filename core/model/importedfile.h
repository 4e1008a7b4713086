// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sharedtext.h"

#include <string>

namespace loupe {

/// A file of another tool, as it was: what its import is made back from, byte by byte.
struct ImportedFile {
    std::string name; ///< path within what was imported; relative, "/" between its parts
    SharedText content;
    friend bool operator==(const ImportedFile &, const ImportedFile &) = default;
};

} // namespace loupe
