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

/// Findings of the static rules in stored sources.
struct StoredSources {
    std::size_t read = 0;   ///< distinct sources
    std::size_t unread = 0; ///< distinct sources that could not be read
    std::string whyUnread;  ///< of the first one
    std::vector<RecordFinding> findings;
    std::map<RowId, KernelTraits> traits; ///< of evaluations whose source was read
};

/// Reads each distinct imported source among `states` once; the engine reads sources of its own
/// runs before they start. A finding applies to all evaluations of its source. Cancelled soon after
/// a stop is requested.
Result<StoredSources> inspectStoredSources(StoreReader &reader,
                                           std::span<const RecordedState> states,
                                           SourceInspection &inspection,
                                           const std::stop_token &stop);

} // namespace loupe
