// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/request/runrequest.h"
#include "core/store/read/storereader.h"
#include "core/store/write/importbatch.h"

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

namespace loupe {

/// Runs the candidate of a stored evaluation again with the options of its run, and reads hardware
/// counters of one call. `given` sets the sandbox and may name another interpreter. The candidate's
/// own process reads the counters, so no verdict uses them. Unsupported for a run of another
/// program; Environment with the driver's reason if counters cannot be read.
Result<CounterProfile> profileEvaluation(const EvaluationDetail &detail, const RunRequest &given,
                                         const std::stop_token &stop);

/// Fails with Environment and the profile's note if it has neither counters nor samples of
/// instructions. Each of the two is read separately and may fail alone.
Status checkCounted(const CounterProfile &profile, const std::string &device);

/// Runs the candidate of a stored evaluation again under compute-sanitizer with one of its tools
/// (sanitizerTools). The result has the report as `original` and the number of findings as `note`.
/// Verdict and times are not changed. Environment if compute-sanitizer is missing or cannot watch
/// the candidate.
Result<CounterProfile> sanitizeEvaluation(const EvaluationDetail &detail, const RunRequest &given,
                                          const std::string &tool, const std::stop_token &stop);

/// Returns a profile with the report of a tool and how it looks at the repeated evaluation.
/// Environment if there is no report, or it says that the tool could not watch.
Result<CounterProfile> sanitizedProfile(std::string report, const std::string &tool,
                                        const Evaluation &evaluation);

/// A stored evaluation, and what its candidate runs under.
struct ProfilingRequest {
    std::filesystem::path store;
    RowId evaluation;
    std::string sanitizer = {}; ///< one of sanitizerTools; empty: hardware counters
    RunRequest given = {};      ///< sets the sandbox, and may name another interpreter
};

/// Parts of profileStored() that differ between the command line and the window.
struct ProfilingTools {
    /// Asks for consent to the uses that the stored run names (outsideuse.h). Called before
    /// anything runs; an error ends it.
    std::function<Status(const RunRequest &)> accept;
    StoreOpening open = StoreWriter::open;
};

/// Runs the candidate of a stored evaluation again as requested, and stores the result with the
/// evaluation. Errors as for profileEvaluation() and sanitizeEvaluation(), and Busy at once while
/// the store is open for writing; nothing is stored then.
Result<CounterProfile> profileStored(const ProfilingRequest &request, const ProfilingTools &tools,
                                     const std::stop_token &stop);

/// Returns why profileStored() refuses this evaluation on every machine: it ran on no GPU, by
/// another program, or its source is not stored.
Status checkProfilable(const EvaluationDetail &detail);

/// Returns that run's request, to ask about the uses that it names (outsideuse.h).
Result<RunRequest> requestToProfile(const EvaluationDetail &detail, const RunRequest &given);

} // namespace loupe
