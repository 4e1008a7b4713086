// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/records/recordbatch.h"
#include "core/store/storewriter.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

struct ImportSummary {
    std::string run;              ///< name of the run that holds the records
    bool alreadyImported = false; ///< the same file was imported before: nothing was written
    int records = 0;
    int tasks = 0;
    int evaluations = 0;
    int transitions = 0;
    std::vector<std::string> notes;   ///< what was marked, one sentence each
    std::vector<JsonProblem> skipped; ///< bad records that were left out
};

struct ImportControl {
    /// Called with (evaluations and transitions stored, total) from the calling thread.
    std::function<void(int done, int total)> progress;
    std::stop_token stop;
};

/// Stores the batch as one finished run, in one transaction: all of it or, when it fails or is
/// cancelled, nothing. A file that was imported before (same digest) is not stored again.
Result<ImportSummary> importBatch(StoreWriter &writer, const RecordBatch &batch,
                                  const ImportControl &control = {});

} // namespace loupe
