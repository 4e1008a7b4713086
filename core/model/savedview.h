// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

/// A filter that somebody named, with the scope it was looked at through.
struct SavedView {
    std::string name;    ///< unique in a store, whatever the case of its letters
    std::string filter;  ///< as in the filter line
    std::string savedAt; ///< ISO 8601 UTC
    std::string scope;   ///< JSON (savedscope.h); empty: none was kept
    friend bool operator==(const SavedView &, const SavedView &) = default;
};

} // namespace loupe
