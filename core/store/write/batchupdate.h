// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/recordbatch.h"
#include "core/store/write/recordedkeys.h"

#include <cstddef>

namespace loupe {

/// Another reading of a source that grew or changed, beside what its run holds.
struct BatchUpdate {
    RecordBatch added;       ///< only what the run lacks
    std::size_t same = 0;    ///< records that the run holds word for word
    std::size_t changed = 0; ///< that say something else than the stored ones, which stand
    std::size_t absent = 0;  ///< stored ones that the source does not have any more

    bool isEmpty() const
    {
        return added.evaluations.empty() && added.transitions.empty() && added.golden.empty();
    }
    /// Whether it is the same source: at least half of what is stored is found again. Another file
    /// may well have the same name.
    bool isSameSource() const { return same > 0 && same >= changed + absent; }
};

BatchUpdate updateOf(const RecordedKeys &stored, const RecordBatch &batch);

} // namespace loupe
