// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

/// A run preset as a store keeps it; what the text means is the engine's (runpreset.h).
struct StoredPreset {
    std::string name;    ///< unique in a store, whatever the case of its letters
    std::string json;    ///< one object
    std::string savedAt; ///< ISO 8601 UTC
    friend bool operator==(const StoredPreset &, const StoredPreset &) = default;
};

} // namespace loupe
