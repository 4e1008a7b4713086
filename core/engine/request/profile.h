// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/request/plan.h"
#include "core/engine/request/runrequest.h"

#include <string>

namespace loupe {

/// Part of Run::profileJson, the options with which a run was started, that a resumed run must
/// share.
struct RunProfile {
    std::string suiteHash;
    std::string seed;
    std::vector<std::string> methods;
};

/// Returns one JSON object with the request, the suite's hash, the methods, the seed and the
/// engine's own profile (SuiteEngine::profile).
std::string profileJson(const RunRequest &request, const Plan &plan, const std::string &seed,
                        const Json &engine);

/// Returns the request of a stored profile, to repeat the run. It has no store, name, candidates
/// and seed, and always uses the sandbox. Unsupported for a profile of an older version, which
/// holds less. InvalidInput, with file and field, for an invalid field.
Result<RunRequest> requestFromProfile(const std::string &text);

/// Returns the request as above with the run's candidates, tasks, samples and place, for the rest
/// of that run.
Result<RunRequest> requestToGoOn(const std::string &text);

/// Returns the object "part_of" of a profile; null for a run that is no part of another.
Json toJson(const PrecisionGroup &group);

/// Returns the run of several precisions that the profile's run is a part of. It has no name if
/// there is none, or if the profile is invalid.
PrecisionGroup groupOf(const std::string &text);

/// Reads the parts of a stored profile that a resumed run is checked against. Corrupt if it is not
/// a profile.
Result<RunProfile> parseProfile(const std::string &text);

} // namespace loupe
