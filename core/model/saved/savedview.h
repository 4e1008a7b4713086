// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

/// Filter saved under a name, with the scope that was active.
struct SavedView {
    std::string name;    ///< unique in a store, ignoring case
    std::string filter;  ///< as in the filter line
    std::string savedAt; ///< ISO 8601 UTC
    std::string scope;   ///< JSON (savedscope.h); empty if none was saved
    friend bool operator==(const SavedView &, const SavedView &) = default;
};

} // namespace loupe
