// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/recordaudit.h"
#include "core/store/storereader.h"
#include "core/store/storewriter.h"

#include <cstddef>
#include <string>
#include <vector>

namespace loupe {

/// What the rules of the record layer found in a store, and what they looked at.
struct StoreAudit {
    std::size_t evaluations = 0;
    std::size_t goldenRecords = 0; ///< of all runs: what is wrong with one shows beside the others
    std::vector<RecordFinding> findings;
};

/// Of the run of this name, with an empty one of all. NotFound where there is no such run.
Result<StoreAudit> auditStore(StoreReader &reader, const std::string &run);

/// Keeps the findings with the evaluations that they are about, in place of what the last audit of
/// the run, or of all runs, kept.
Status keepAudit(StoreWriter &writer, const std::string &run, const StoreAudit &audit);

} // namespace loupe
