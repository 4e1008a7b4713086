// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/values/tensorspec.h"
#include "core/platforms/host/calloutcome.h"
#include "core/platforms/host/callrange.h"
#include "core/platforms/host/sanitizer.h"
#include "core/sandbox/channel/activityreader.h"
#include "core/sandbox/channel/tensorarena.h"
#include "core/sandbox/system/limits.h"
#include "core/sandbox/system/sandboxmode.h"
#include "core/suites/native/nativetask.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Confinement and working environment of a host.
struct HostSettings {
    std::filesystem::path hostProgram; ///< kloupe-host
    SandboxMode mode = SandboxMode::Bubblewrap;
    SubjectLimits limits;
    int threads = 0; ///< OMP_NUM_THREADS; 0 = number of processors
    /// Device of subjects, e.g. "cuda:0"; empty: the processor. On a GPU, memory is not limited,
    /// because the driver reserves terabytes of address space.
    std::string device;
    std::string visibleDevices; ///< CUDA_VISIBLE_DEVICES of subjects; empty: this process's own
    std::vector<std::filesystem::path> hiddenNodes; ///< device files of other GPUs
    /// Library that CUDA loads into subjects to record device activity; empty: nothing is recorded.
    std::filesystem::path injection;
    /// Starts subjects under compute-sanitizer; null: they start by themselves.
    std::shared_ptr<Sanitizer> sanitizer;
};

/// Sandboxed `kloupe-host` with one built library: a candidate (subject) or a reference used as
/// baseline. Not thread-safe. The destructor kills it.
class NativeSubject
{
public:
    /// Starts the process and loads the library. A NoBuild or Crash verdict of the candidate is in
    /// `loadFailure`; an Error is an infrastructure failure.
    static Result<std::unique_ptr<NativeSubject>> start(const std::filesystem::path &library,
                                                        const HostSettings &settings,
                                                        const std::stop_token &stop);
    virtual ~NativeSubject() = default;

    /// Returns the failure if the library could not be loaded; every call then returns it.
    virtual const std::optional<CallOutcome> &loadFailure() const = 0;
    /// Passes a trial's tensors: one set, or several consecutive sets (slots) on the processor.
    /// `inputs` must be sealed at least against others; `outputs` stays writable for both sides.
    /// They must live until the next prepare() or destruction. On the processor, everything in the
    /// subject's sandbox is stopped from here on, except during its calls.
    virtual CallOutcome prepare(const TrialSpec &trial, const TensorArena &inputs,
                                const TensorArena &outputs)
        = 0;
    /// Calls the entry point on the prepared tensors, which may have changed since the last block.
    /// On the processor, `seconds` lasts from before the subject is continued until its answer.
    /// Results are sampled at that moment and again after everything has stopped. A change in
    /// between is BrokeProtocol, as is running between blocks. On a GPU, makes one call on the only
    /// slot. After a failure the subject is dead, and further calls return the same outcome.
    virtual CallOutcome calls(CallRange range, std::chrono::duration<double> deadline,
                              std::stop_token stop)
        = 0;
    /// Makes one call on the first slot.
    CallOutcome call(std::chrono::duration<double> deadline, std::stop_token stop)
    {
        return calls({}, deadline, std::move(stop));
    }
    /// Measures the overhead of a request: the subject waits linePause and answers without a call.
    /// A candidate's answer is not trusted. Only on the processor.
    virtual CallOutcome pause(std::chrono::duration<double> deadline, std::stop_token stop) = 0;
    /// Copies the current inputs to the GPU and fills its outputs with poison. Call it after
    /// prepare().
    virtual CallOutcome place(std::chrono::duration<double> deadline, const std::stop_token &stop)
        = 0;
    /// Copies the GPU's outputs, as left by the timed calls, to the outputs.
    virtual CallOutcome takeOutputs(std::chrono::duration<double> deadline,
                                    const std::stop_token &stop)
        = 0;
    /// Gives the subject real-time priority for the rest of its life (ChildProcess::putAhead). Only
    /// for timing on the processor, after prepare().
    virtual Status putAhead() = 0;
    /// Lets the subject run on these processors alone (ChildProcess::runOn).
    virtual Status runOn(const std::vector<int> &processors) = 0;
    /// Returns why the subject is not stopped between calls; empty if it is. Valid after prepare().
    virtual std::string whyNotHeld() const = 0;
    /// Answer of a GPU subject to timed calls (hostprotocol.h, `time`), with the verdict if it
    /// failed. `seconds` is the engine's wall clock.
    struct TimeAnswer {
        CallOutcome outcome;
        Json body; ///< always an object; untrusted
    };
    virtual TimeAnswer time(Json request, std::chrono::duration<double> deadline,
                            const std::stop_token &stop)
        = 0;
    /// Returns the device's activity since the last call, as recorded by `time` with the method
    /// "cupti". Untouched without an injection library. Corrupt if the subject has damaged its
    /// ring.
    virtual Result<ActivityBatch> takeActivity() = 0;
    /// Returns the candidate's output so far, bounded; final after a failure.
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
/// inputs of each trial from `seed` and computes the expected outputs. An Error is an
/// infrastructure failure or a defect of the task (InvalidInput if the reference crashes, returns
/// non-zero, or writes NaN).
Result<std::vector<TrialData>> runOracle(const std::filesystem::path &referenceLibrary,
                                         const std::vector<TrialSpec> &trials,
                                         const std::string &seed, const HostSettings &settings,
                                         std::stop_token stop);

} // namespace loupe
