// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/sourceinspection.h"
#include "core/integrity/recordaudit.h"
#include "core/store/read/storereader.h"

#include <cstddef>
#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// What the static rules found in stored sources.
struct StoredSources {
    std::size_t read = 0;   ///< distinct sources
    std::size_t unread = 0; ///< distinct sources that could not be read
    std::string whyUnread;  ///< of the first one
    std::vector<RecordFinding> findings;
    std::map<RowId, KernelTraits> traits; ///< of every evaluation whose source was read
};

/// Reads each distinct source of the imported ones among `states` once. The engine reads sources of
/// its own runs before it runs them. A finding is about every evaluation of its source. Cancelled
/// soon after `stop` is requested.
Result<StoredSources> inspectStoredSources(StoreReader &reader,
                                           std::span<const RecordedState> states,
                                           SourceInspection &inspection,
                                           const std::stop_token &stop);

} // namespace loupe
