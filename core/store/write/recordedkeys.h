// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/record/evaluation.h"
#include "core/store/sqlite/sqlite.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace loupe {

/// A stored record of a run.
struct StoredRecord {
    std::string digest;               ///< SHA-256 of its text, 32 bytes; empty without a text
    std::optional<std::int64_t> text; ///< id of the text in the blob table
    std::string source;               ///< SHA-256 of the candidate's source, 32 bytes; may be empty
    std::string baseline;             ///< the baseline of its speedup
};

/// The contents of a run that are compared with another reading of its source.
struct RecordedKeys {
    using Attempt = std::tuple<std::string, std::string, int, int, int>; ///< task, method, sample,
                                                                         ///< round, attempt
    using Step = std::tuple<std::string, std::string, int, int, int>;    ///< …, both rounds
    using Reference = std::tuple<std::string, std::string, std::string>; ///< task, baseline, case

    std::map<Attempt, StoredRecord> evaluations;
    std::set<Attempt> placeholders; ///< evaluations without a record or information
    std::map<Step, StoredRecord> steps;
    std::map<Reference, StoredRecord> references;
    using Sample = std::tuple<std::string, std::string, int>; ///< task, method, sample
    /// Round, role and digests of a message of a dialogue: of its body, and of the reasoning of the
    /// answer that it is.
    using Message = std::tuple<int, std::string, std::string, std::string>;
    std::map<Sample, std::vector<Message>> dialogues;
    std::set<std::string> files; ///< names of the original files
};

Result<RecordedKeys> readRecordedKeys(Database &database, RunId run);

/// Returns the names of runs of that origin and suite that have an evaluation with this key and
/// source.
Result<std::vector<std::string>> runsHolding(Database &database, const std::string &origin,
                                             const std::string &suite,
                                             const Evaluation &evaluation);

} // namespace loupe
