// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

/// Run preset as it is stored; the engine defines the meaning of the text (runpreset.h).
struct StoredPreset {
    std::string name;    ///< unique in a store, ignoring case
    std::string json;    ///< one object
    std::string savedAt; ///< ISO 8601 UTC
    friend bool operator==(const StoredPreset &, const StoredPreset &) = default;
};

} // namespace loupe
