// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads the files of the GEAK agent: `<out>_<i>.jsonl`, one line per problem with the output of
/// iteration i, and `<out>_mem_<i>.json`, its memory, given as their folder or one of them. Each
/// iteration is a round. An output is the best so far (flag `best_so_far`), so a round never
/// falls behind the one before; where it is the same text it is marked `identical_code`. Where the
/// memory says that the round's own candidate failed, the round failed and the output is an earlier
/// one's. Else a speedup above 0 says right and timed; without one the memory says how far it came,
/// and without a memory nothing does. A memory alone does not tell the suite.
Result<std::vector<RecordBatch>> readGeak(const std::filesystem::path &source,
                                          const ReadOptions &options);

/// `<out>_<i>.jsonl` whose first line has the fields of an output, or a folder with such a file.
bool isGeak(const std::filesystem::path &source);

} // namespace loupe
