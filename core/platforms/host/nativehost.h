// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/tensorspec.h"
#include "core/platforms/host/calloutcome.h"
#include "core/platforms/host/callrange.h"
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
    std::string visibleDevices; ///< CUDA_VISIBLE_DEVICES of subjects; empty: this process's own
    std::vector<std::filesystem::path> hiddenNodes; ///< device files of other GPUs
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
    /// Hands over a trial's tensors, once or, on the processor, several times one after the other:
    /// slots. `inputs` must be sealed, against others at least, `outputs` stays writable for both.
    /// They must live until the next prepare() or destruction. On the processor everything in the
    /// subject's sandbox is stopped from here on, but for its calls.
    virtual CallOutcome prepare(const TrialSpec &trial, const TensorArena &inputs,
                                const TensorArena &outputs)
        = 0;
    /// A block of calls of the entry point on the prepared tensors, which may have been changed
    /// since the last. On the processor `seconds` is from before the subject is continued until its
    /// answer is there, and results are looked at in that moment and once more when all of it has
    /// stopped: one that changed meanwhile is BrokeProtocol, as is a subject that ran between its
    /// blocks. On a GPU one call of the only slot. After a failure the subject is dead and further
    /// calls return the same outcome.
    virtual CallOutcome calls(CallRange range, std::chrono::duration<double> deadline,
                              std::stop_token stop)
        = 0;
    /// One call on the first slot.
    CallOutcome call(std::chrono::duration<double> deadline, std::stop_token stop)
    {
        return calls({}, deadline, std::move(stop));
    }
    /// The same without a call: what asking costs, and linePause, which the subject waits before it
    /// answers. Not believed of a candidate. Only on the processor.
    virtual CallOutcome pause(std::chrono::duration<double> deadline, std::stop_token stop) = 0;
    /// Without calls, too: a pass over what so many of them read and write. As pause().
    virtual CallOutcome touch(CallRange range, std::chrono::duration<double> deadline,
                              std::stop_token stop)
        = 0;
    /// On a GPU, after prepare(): the inputs as they are now go to their places there, and poison
    /// to those of the outputs.
    virtual CallOutcome place(std::chrono::duration<double> deadline, const std::stop_token &stop)
        = 0;
    /// On a GPU: what the timed calls since then left in the outputs' places goes to the outputs.
    virtual CallOutcome takeOutputs(std::chrono::duration<double> deadline,
                                    const std::stop_token &stop)
        = 0;
    /// Puts the subject ahead of everything else on the machine for good (ChildProcess::putAhead):
    /// for timing alone, on the processor, after prepare().
    virtual Status putAhead() = 0;
    /// Why the subject is not stopped between its calls; empty where it is. Known after prepare().
    virtual std::string whyNotHeld() const = 0;
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
