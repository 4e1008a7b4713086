// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/records/reading/recordbatch.h"

#include <stop_token>
#include <vector>

namespace loupe {

/// Removes each batch whose records are all contained in another batch from another source: a
/// partial or full copy. Records are equal if they agree on device, task, method and result, at any
/// position. The remaining batch gets the files of removed ones and a note that names them; of
/// equal batches the first remains. A batch is never removed if one of its records lacks code,
/// time, log and step of its own: two unspecific failures need not be the same. Fails if a batch
/// cannot be read, and with Cancelled after a stop request.
Status leaveOutCopies(std::vector<RecordBatch> &batches, const std::stop_token &stop = {});

} // namespace loupe
