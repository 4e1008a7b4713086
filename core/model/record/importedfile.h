// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sharedtext.h"

#include <string>

namespace loupe {

/// Unchanged file of another tool, from which its import is exported again byte by byte.
struct ImportedFile {
    std::string name; ///< path within the import; relative, "/" between its parts
    SharedText content;
    friend bool operator==(const ImportedFile &, const ImportedFile &) = default;
};

} // namespace loupe
