// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/clocks/callclock.h"
#include "core/engine/contract/baselineledger.h"
#include "core/engine/contract/sourceinspection.h"
#include "core/engine/machine/memoryplan.h"
#include "core/engine/machine/programs.h"
#include "core/engine/machine/tensorlocation.h"
#include "core/engine/python/knowndraws.h"
#include "core/engine/request/runrequest.h"
#include "core/model/device/ceilings.h"
#include "core/platforms/build/smallinterface.h"
#include "core/platforms/python/pythonhost.h"
#include "core/suites/layout/benchmark.h"

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Returns Unsupported if the device ("cuda:1") cannot compute in one of the precisions. It is
/// judged by the compute capability that the interpreter reports; devices without one can do all.
/// torch imitates a missing type in float32, so that times would be those of another type.
Status checkPrecisions(const std::vector<RunPrecision> &precisions, const std::string &device,
                       const PythonEnvironment &python);

/// Data shared by all evaluations of a run of a Python benchmark.
struct PythonContext {
    ProgramPaths programs;
    PythonEnvironment environment;
    PythonSettings settings; ///< of both servers, except for what they may read
    /// Environment that makes a GPU other than the first the only one a process sees, as "cuda:0".
    /// Part of settings.variables. The engine itself calls that GPU rules.device.
    std::map<std::string, std::string> visible;
    std::shared_ptr<SmallInterface>
        smallInterface; ///< null if all of torch's headers are requested
    /// Checkout of the suite, which references and their tests may read.
    std::filesystem::path checkout;
    /// Folders on the search path of a suite's tests. Candidates that run with such a test may read
    /// them too.
    std::vector<std::filesystem::path> testModules;
    /// Folder of the models that references load (core/suites/layout/pretrainedmodels.h).
    std::filesystem::path modelHub;
    std::shared_ptr<KnownDraws> knownDraws; ///< null if there is no library that draws
    std::string arrays;  ///< Platform::arrays of candidates' inputs; empty: torch's tensors
    PythonRequest rules; ///< device, platform and interpreter filled in
    Protocol strict;     ///< with the points of this run
    std::vector<std::string> remarks; ///< SuiteEngine::remarks()
    std::string platformReason;       ///< why that platform, or none, if it was not requested
    TimingPolicy timing;
    ClockChoice clock; ///< result of the policy on this machine
    /// An operator's reference and its cases are inside the suite's own tests (KernelGenBench).
    bool hasOperatorTests = false;
    std::string suite;            ///< "kernelbench"
    std::string suiteProtocol;    ///< Benchmark::protocol
    std::string suiteVersion;     ///< commit
    std::string seed;             ///< of the run
    int jobs = 1;                 ///< candidates at a time
    std::int64_t memoryBytes = 0; ///< limit for all of them together
    TensorLocation tensors;
    LibraryPolicy library = LibraryPolicy::Any;
    std::shared_ptr<SourceInspection> inspection; ///< reads every candidate of the run
    std::optional<DeviceCeilings> ceilings;       ///< if the device has been measured
    std::shared_ptr<BaselineLedger> baselines; ///< further ones; null if the run has only its own
    /// Returns the device bytes for evaluations in flight, if tensors stay on the device. The rest
    /// is for what processes keep while they wait for their turn.
    std::int64_t deviceBytes() const { return tensors.deviceBytes / 8 * 7; }

    /// Returns the sizes at which this run changes what it does.
    SizeLimits limits() const
    {
        return tensors.isOnDevice() ? SizeLimits::ofDevice(tensors.totalBytes)
                                    : SizeLimits::ofHost(memoryBytes);
    }

    PythonSettings settingsFor(PythonRole role) const;
    /// Returns whether candidates may be built while another one is timed. The device's own clock
    /// is not affected by what the processors do meanwhile.
    bool buildsBesideTiming() const
    {
        return settings.device != "cpu" && (!timing.enabled || clock.method == TimingMethod::Cupti);
    }
    /// Returns whether the suite's quick mode is used. Without a GPU the cases of operator tests
    /// would take hours.
    bool usesQuickCases() const { return settings.device == "cpu"; }
    bool judgesBySuite() const { return rules.judgedBy != JudgedBy::Strict; }
    bool judgesStrictly() const { return rules.judgedBy != JudgedBy::Suite; }
};

/// Needs of the candidates and references, known before a run begins.
struct PlannedNeeds {
    std::size_t candidates = 0;
    std::size_t extensions = 0;     ///< candidates that may build one with a C++ compiler
    std::size_t cudaExtensions = 0; ///< of these, candidates that build one with nvcc
    bool loadsModels = false; ///< Hugging Face's transformers, which servers import beforehand
};

/// Finds interpreter and device and checks that candidates can be confined as requested. An
/// Environment error says what is missing and how to add it. A remark covers what only some
/// candidates lack.
Result<PythonContext> makePythonContext(const RunRequest &request, const Benchmark &benchmark,
                                        const std::stop_token &stop, PlannedNeeds needs = {});

} // namespace loupe
