// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads the files of the GEAK agent: `<out>_<i>.jsonl`, one line per problem with the output of
/// iteration i, and `<out>_mem_<i>.json`, its memory. The source is their folder or one of them.
/// Each iteration is a round. An output is the best so far (flag `best_so_far`), so a round is
/// never worse than the previous one; identical text is flagged `identical_code`. If the memory
/// states that the round's own candidate failed, the round failed. Otherwise a speedup above 0
/// means right and timed. Without a speedup the memory states the progress, and without a memory it
/// is unknown. A memory alone does not identify the suite.
Result<std::vector<RecordBatch>> readGeak(const std::filesystem::path &source,
                                          const ReadOptions &options);

/// Returns true for `<out>_<i>.jsonl` whose first line has the fields of an output, or a folder
/// with such a file.
bool isGeak(const std::filesystem::path &source);

} // namespace loupe
