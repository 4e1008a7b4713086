// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/recordbatch.h"
#include "core/store/write/recordedkeys.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace loupe {

/// Another reading of a source that grew or changed, compared with what its run holds.
struct BatchUpdate {
    RecordBatch added;       ///< only what the run lacks
    RecordBatch changed;     ///< what says something else than the stored record of the same place
    std::size_t same = 0;    ///< records that the run holds, written in whatever way
    std::size_t differs = 0; ///< records in `changed`
    std::size_t absent = 0;  ///< stored ones that the source does not have any more

    bool addsNothing() const
    {
        return added.evaluations.empty() && added.transitions.empty() && added.golden.empty();
    }
    /// Returns whether the run holds all that the source says and nothing else.
    bool isCopy() const { return addsNothing() && differs == 0 && absent == 0; }
    /// Returns whether it is the same source: at least half of what is stored is found again.
    /// Another file may well have the same name.
    bool isSameSource() const { return same > 0 && same >= differs + absent; }
};

/// Gives the text of a blob.
using StoredText = std::function<Result<std::string>(std::int64_t blob)>;

/// Compares them. Two records are the same where source, baseline and what their texts say are;
/// order of keys and white space do not count. Fails where a stored text cannot be read.
Result<BatchUpdate> updateOf(const RecordedKeys &stored, const RecordBatch &batch,
                             const StoredText &textOf);

} // namespace loupe
