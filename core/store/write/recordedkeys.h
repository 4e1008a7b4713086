// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/evaluation.h"
#include "core/store/sqlite/sqlite.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace loupe {

/// A record as a run holds it.
struct StoredRecord {
    std::string digest;               ///< SHA-256 of its text, 32 bytes; empty where none is kept
    std::optional<std::int64_t> text; ///< where the text lies in the blob table
    std::string source;               ///< SHA-256 of the candidate's source, 32 bytes; may be empty
    std::string baseline;             ///< that it is compared with
};

/// What a run holds, as far as another reading of its source has to be compared with it.
struct RecordedKeys {
    using Attempt = std::tuple<std::string, std::string, int, int, int>; ///< task, method, sample,
                                                                         ///< round, attempt
    using Step = std::tuple<std::string, std::string, int, int, int>;    ///< …, both rounds
    using Reference = std::tuple<std::string, std::string, std::string>; ///< task, baseline, case

    std::map<Attempt, StoredRecord> evaluations;
    std::set<Attempt> placeholders; ///< of them those that say nothing: no record showed them
    std::map<Step, StoredRecord> steps;
    std::map<Reference, StoredRecord> references;
    using Sample = std::tuple<std::string, std::string, int>; ///< task, method, sample
    std::set<Sample> dialogues;                               ///< of which samples there is one
    std::set<std::string> files;                              ///< names of the originals
};

Result<RecordedKeys> readRecordedKeys(Database &database, RunId run);

/// Finds the names of runs of that origin and suite that hold an evaluation of this place with this
/// source.
Result<std::vector<std::string>> runsHolding(Database &database, const std::string &origin,
                                             const std::string &suite,
                                             const Evaluation &evaluation);

} // namespace loupe
