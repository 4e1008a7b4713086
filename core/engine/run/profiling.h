// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/request/runrequest.h"
#include "core/store/read/storereader.h"
#include "core/store/sqlite/storeidentity.h"
#include "core/store/write/importbatch.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
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
    /// File that `store` named when the evaluation was chosen. Unset: when profileStored() begins.
    std::optional<StoreIdentity> file = {};
};

/// Returns Environment if this machine has no GPU, or lacks compute-sanitizer while `sanitizer`
/// names one of its tools.
Status checkProfilingMachine(const std::string &sanitizer);

/// Parts of profileStored() that differ between the command line and the window.
struct ProfilingTools {
    /// Asks for consent to the uses that the stored run names (outsideuse.h). Called after all
    /// refusals that need no candidate, and before anything runs; an error ends it.
    std::function<Status(const RunRequest &)> accept;
    StoreOpening open = StoreWriter::open;
    /// Called when the finished profile cannot be stored now, with Busy or Io, and after each
    /// further attempt. Returns true to try again after `retryPause`. Empty: never.
    std::function<bool(const Error &)> waits = {};
    std::chrono::milliseconds retryPause{500};
    std::function<Status(const std::string &sanitizer)> checkMachine = checkProfilingMachine;
};

/// Runs the candidate of a stored evaluation again as requested, and stores the result with the
/// evaluation. Errors as for profileEvaluation() and sanitizeEvaluation(). Before anything runs, Io
/// for a read-only store, and Busy while it is open for writing.
Result<CounterProfile> profileStored(const ProfilingRequest &asked, const ProfilingTools &tools,
                                     const std::stop_token &stop);

/// Stores a profile with the evaluation, and waits for that as tools.waits() wants. Cancelled if it
/// was stopped before it was stored, and Io without waiting if another file replaced the store.
Status storeProfile(const ProfilingRequest &request, const CounterProfile &profile,
                    const ProfilingTools &tools, const std::stop_token &stop);

/// Returns why profileStored() refuses this evaluation on every machine: it ran on no GPU, by
/// another program, or its source is not stored.
Status checkProfilable(const EvaluationDetail &detail);

/// Returns that run's request, to ask about the uses that it names (outsideuse.h).
Result<RunRequest> requestToProfile(const EvaluationDetail &detail, const RunRequest &given);

} // namespace loupe
