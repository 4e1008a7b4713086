// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/recordbatch.h"

#include <vector>

namespace loupe {

/// Leaves out each batch all of whose records another one, read from another place, holds as well:
/// a part of a file that somebody saved beside it, or a copy. What says the same of the same
/// device, task and method is the same record, wherever in a file it stands. The batch that stays
/// gets the files of those left out and a note that names them; of equal ones the first stays.
/// A batch that has a record without code, time, log or step of its own is never left out: two
/// failures of which nothing is known need not be one.
void leaveOutCopies(std::vector<RecordBatch> &batches);

} // namespace loupe
