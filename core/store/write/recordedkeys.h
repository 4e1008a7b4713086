// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/store/sqlite/sqlite.h"

#include <map>
#include <set>
#include <string>
#include <tuple>

namespace loupe {

/// What a run holds, as far as another reading of its source has to be compared with it. Records
/// are told by the SHA-256 of their text, 32 bytes; empty where none is kept.
struct RecordedKeys {
    using Attempt = std::tuple<std::string, std::string, int, int, int>; ///< task, method, sample,
                                                                         ///< round, attempt
    using Step = std::tuple<std::string, std::string, int, int, int>;    ///< …, both rounds
    using Reference = std::tuple<std::string, std::string, std::string>; ///< task, baseline, case

    std::map<Attempt, std::string> evaluations;
    std::set<Attempt> placeholders; ///< of them those that say nothing: no record showed them
    std::map<Step, std::string> steps;
    std::map<Reference, std::string> references;
    using Sample = std::tuple<std::string, std::string, int>; ///< task, method, sample
    std::set<Sample> dialogues;                               ///< of which samples there is one
    std::set<std::string> files;                              ///< names of the originals
};

Result<RecordedKeys> readRecordedKeys(Database &database, RunId run);

} // namespace loupe
