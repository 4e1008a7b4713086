// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/tensorspec.h"
#include "core/platforms/host/calloutcome.h"
#include "core/sandbox/activityreader.h"
#include "core/sandbox/limits.h"
#include "core/sandbox/sandboxmode.h"
#include "core/sandbox/tensorarena.h"
#include "core/suites/nativetask.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// How a host is confined and where it works.
struct HostSettings {
    std::filesystem::path hostProgram; ///< kloupe-host
    SandboxMode mode = SandboxMode::Bubblewrap;
    SubjectLimits limits;
    int threads = 0; ///< OMP_NUM_THREADS; 0 = number of processors
    /// Of subjects: "cuda:0"; empty: the processor. On a GPU memory is not limited, whose driver
    /// reserves address space by the terabyte.
    std::string device;
    /// The library that CUDA loads into subjects and that records what the device does; empty:
    /// nothing is recorded.
    std::filesystem::path injection;
};

/// A sandboxed `kloupe-host` that holds one built library: a candidate (subject) or a reference as
/// baseline. Not thread-safe. Destruction kills it.
class NativeSubject
{
public:
    /// Starts the process and loads the library. A NoBuild or Crash verdict of the candidate comes
    /// as `loadFailure`; an Error is the machinery's.
    static Result<std::unique_ptr<NativeSubject>> start(const std::filesystem::path &library,
                                                        const HostSettings &settings,
                                                        const std::stop_token &stop);
    virtual ~NativeSubject() = default;

    /// Set when the library could not be loaded; every call then returns it.
    virtual const std::optional<CallOutcome> &loadFailure() const = 0;
    /// Hands over a trial's tensors: `inputs` must be sealed, `outputs` stays writable for both.
    /// They must live until the next prepare() or destruction.
    virtual CallOutcome prepare(const TrialSpec &trial, const TensorArena &inputs,
                                const TensorArena &outputs)
        = 0;
    /// Calls the entry point `calls` times on the prepared tensors; 0 measures the empty round
    /// trip. After a failure the subject is dead and further calls return the same outcome.
    virtual CallOutcome call(int calls, std::chrono::duration<double> deadline,
                             std::stop_token stop)
        = 0;
    /// What a subject on a GPU says of calls that are only timed (hostprotocol.h, `time`), and the
    /// verdict where it failed. `seconds` is the engine's wall clock.
    struct TimeAnswer {
        CallOutcome outcome;
        Json body; ///< an object, always; untrusted
    };
    virtual TimeAnswer time(Json request, std::chrono::duration<double> deadline,
                            const std::stop_token &stop)
        = 0;
    /// What its device has done since the last time, as far as `time` with the method "cupti" has
    /// recorded it; Untouched where there is no injection library. Corrupt when the subject has
    /// written something else into its ring.
    virtual Result<ActivityBatch> takeActivity() = 0;
    /// What the candidate printed so far, bounded; final after a failure.
    virtual std::string output() const = 0;
};

/// Inputs and expected outputs of one trial, made by the oracle process; inputs are sealed.
struct TrialData {
    TrialSpec spec;
    std::string seed;
    TensorArena inputs;
    TensorArena expected;
};

/// Runs a sandboxed oracle (trusted reference library, `kloupe-host --oracle`) that draws the
/// inputs of each trial from `seed` and computes what is expected. Errors are the machinery's or
/// the task's (a reference that crashes, returns non-zero, or writes NaN is InvalidInput).
Result<std::vector<TrialData>> runOracle(const std::filesystem::path &referenceLibrary,
                                         const std::vector<TrialSpec> &trials,
                                         const std::string &seed, const HostSettings &settings,
                                         std::stop_token stop);

} // namespace loupe
