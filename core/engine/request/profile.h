// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/request/plan.h"
#include "core/engine/request/runrequest.h"

#include <string>

namespace loupe {

/// Everything a run was started with, as stored in Run::profileJson: what a resumed run must share.
struct RunProfile {
    std::string suiteHash;
    std::string seed;
    std::vector<std::string> methods;
};

/// One JSON object with the request, the suite's hash, the methods, the seed and what the engine
/// says of itself (SuiteEngine::profile).
std::string profileJson(const RunRequest &request, const Plan &plan, const std::string &seed,
                        const Json &engine);

/// The request that a stored profile was made of, for doing the same again: without store, name,
/// candidates and seed, and within the sandbox, whatever the profile says. Unsupported for a
/// profile of an older version, which says less; InvalidInput with file and field where one is not
/// what it should be.
Result<RunRequest> requestFromProfile(const std::string &text);

/// The same with the run's candidates, tasks, samples and place, for what is left of it.
Result<RunRequest> requestToGoOn(const std::string &text);

/// The parts of a stored profile that a resumed run is checked against. Corrupt when it is not one.
Result<RunProfile> parseProfile(const std::string &text);

} // namespace loupe
