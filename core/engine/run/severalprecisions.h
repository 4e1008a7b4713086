// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/run/resolvedrequest.h"
#include "core/store/read/storereader.h"

#include <set>
#include <string>
#include <vector>

namespace loupe {

/// One precision of a run of several. The precision is a condition of a stored run, so each part is
/// stored as a run of its own.
struct PrecisionPart {
    RunRequest request; ///< of this precision alone, under the name of the part
    bool isNew = true;  ///< else the store has it, with the next three
    RunId id = {};
    bool isFinished = false;
    int alreadyDone = 0; ///< evaluations of the plan that are not repeated
};

/// Jobs that a place elsewhere has for the request's store, which may not know them yet.
struct PlaceJobs {
    std::string groupInProgress; ///< newest unfinished run of the precisions; empty: none
    std::set<std::string> names; ///< not free for a new run
};

/// Returns whether the run is requested on another machine.
bool isElsewhere(const RunRequest &request);

/// Splits a request of several precisions into its parts, in the order of the precisions. `runs`
/// are those of the request's store. A request to resume goes on with the named run, else with the
/// newest unfinished one of these precisions; parts that had not begun are new. NotFound if there
/// is none here; a named run of another place may have begun there. InvalidInput if another run has
/// the name of a new part, or if the store and the place have different runs to resume.
Result<std::vector<PrecisionPart>> partsOf(const ResolvedRequest &resolved, const StoredRuns &runs,
                                           const PlaceJobs &jobs = {});

} // namespace loupe
