// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/recordbatch.h"
#include "core/store/write/recordedkeys.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace loupe {

/// Comparison of a new reading of a source, which may have grown or changed, with the stored run.
struct BatchUpdate {
    RecordBatch added;       ///< only what the run lacks
    RecordBatch changed;     ///< records that differ from the stored record with the same key
    std::size_t same = 0;    ///< records that the run already has, in any formatting
    std::size_t differs = 0; ///< records in `changed`
    std::size_t absent = 0;  ///< stored records that the source no longer has
    /// Dialogues with messages that the stored dialogue of the sample lacks and that do not
    /// continue it. The stored one stays unchanged; the other is only in the files of the source.
    std::size_t otherDialogues = 0;

    /// Returns true if the run lacks neither records nor dialogues nor files with other dialogues.
    bool addsNothing() const
    {
        return added.evaluations.empty() && added.transitions.empty() && added.golden.empty()
            && added.dialogues.empty() && otherDialogues == 0;
    }
    /// Returns true if the run has exactly the records of the source. Dialogues may be new.
    bool hasSameRecords() const
    {
        return added.evaluations.empty() && added.transitions.empty() && added.golden.empty()
            && differs == 0 && absent == 0;
    }
    /// Returns true if the run has exactly the records and dialogues of the source.
    bool isCopy() const { return addsNothing() && hasSameRecords(); }
    /// Returns true if it is the same source: at least half of the stored records are found again.
    /// Another file may have the same name.
    bool isSameSource() const { return same > 0 && same >= differs + absent; }
};

/// Returns the text of a blob.
using StoredText = std::function<Result<std::string>(std::int64_t blob)>;

/// Compares a stored run with a new reading of its source. Two records are equal if source,
/// baseline and texts are equal, apart from white space and the order of keys. Dialogues are
/// compared message by message. Fails if a stored text or the batch cannot be
/// read, and with Cancelled after a stop request.
Result<BatchUpdate> updateOf(const RecordedKeys &stored, const RecordBatch &batch,
                             const StoredText &textOf, const std::stop_token &stop);

} // namespace loupe
