// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

/// A filter that somebody named.
struct SavedView {
    std::string name;    ///< unique in a store, whatever the case of its letters
    std::string filter;  ///< as in the filter line
    std::string savedAt; ///< ISO 8601 UTC
    friend bool operator==(const SavedView &, const SavedView &) = default;
};

} // namespace loupe
