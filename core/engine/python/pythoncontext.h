// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/callclock.h"
#include "core/engine/contract/sourceinspection.h"
#include "core/engine/machine/programs.h"
#include "core/engine/machine/sizelimits.h"
#include "core/engine/machine/tensorplace.h"
#include "core/engine/python/knowndraws.h"
#include "core/engine/request/runrequest.h"
#include "core/model/ceilings.h"
#include "core/platforms/build/smallinterface.h"
#include "core/platforms/python/pythonhost.h"
#include "core/suites/benchmark.h"

#include <map>
#include <memory>
#include <optional>
#include <stop_token>

namespace loupe {

/// What every evaluation of a run of a benchmark in Python shares.
struct PythonContext {
    ProgramPaths programs;
    PythonEnvironment environment;
    PythonSettings settings; ///< of both servers, but for what they may read
    /// Where a GPU other than the first is used: what makes it the only one that a process sees,
    /// and there "cuda:0". Part of settings.variables. The engine itself calls it rules.device.
    std::map<std::string, std::string> visible;
    std::shared_ptr<SmallInterface>
        smallInterface; ///< none where all of torch's headers are asked for
    /// The checkout, which references and their tests may read.
    std::filesystem::path checkout;
    /// Folders on the search path of a suite's tests; candidates that run with such a test may read
    /// them too.
    std::vector<std::filesystem::path> testModules;
    /// Where the models are looked for that references load (core/suites/pretrainedmodels.h).
    std::filesystem::path modelHub;
    std::shared_ptr<KnownDraws> knownDraws; ///< none where there is no library that draws
    std::string arrays;  ///< Platform::arrays of what candidates take; empty: torch's tensors
    PythonRequest rules; ///< device, platform and interpreter filled in
    Protocol strict;     ///< with the points that this run has
    std::vector<std::string> remarks; ///< SuiteEngine::remarks()
    std::string platformReason;       ///< why that platform, or none, where nobody asked for one
    TimingPolicy timing;
    ClockChoice clock; ///< what the policy comes to here
    /// KernelGenBench's: an operator's reference and its cases are behind the suite's own tests.
    bool hasOperatorTests = false;
    std::string suite;            ///< "kernelbench"
    std::string suiteProtocol;    ///< Benchmark::protocol
    std::string suiteVersion;     ///< commit
    std::string seed;             ///< of the run
    int jobs = 1;                 ///< candidates at a time
    std::int64_t memoryBytes = 0; ///< that all of them together may use
    TensorPlace tensors;
    LibraryPolicy library = LibraryPolicy::Any;
    std::shared_ptr<SourceInspection> inspection; ///< reads every candidate of the run
    std::optional<DeviceCeilings> ceilings;       ///< where the device has been measured
    /// Of the device, where tensors stay there: for evaluations in flight; the rest is for what
    /// processes keep of it that wait for their turn.
    std::int64_t deviceBytes() const { return tensors.deviceBytes / 8 * 7; }

    /// What sizes decide in this run.
    SizeLimits limits() const
    {
        return tensors.isOnDevice() ? SizeLimits::ofDevice(tensors.totalBytes)
                                    : SizeLimits::ofHost(memoryBytes);
    }

    PythonSettings settingsFor(PythonRole role) const;
    /// Whether candidates may be built while another one is timed: where the clock is the device's
    /// own, what the processors do meanwhile does not show.
    bool buildsBesideTiming() const
    {
        return settings.device != "cpu" && (!timing.enabled || clock.method == TimingMethod::Cupti);
    }
    /// Off a GPU the cases of operator tests would take hours: the suite's quick mode instead.
    bool usesQuickCases() const { return settings.device == "cpu"; }
    bool judgesBySuite() const { return rules.judgedBy != JudgedBy::Strict; }
    bool judgesStrictly() const { return rules.judgedBy != JudgedBy::Suite; }
};

/// What is known before a run begins of what its candidates and references need.
struct PlannedNeeds {
    std::size_t candidates = 0;
    std::size_t extensions = 0; ///< candidates that may build one with a C++ compiler
    bool loadsModels = false;   ///< Hugging Face's transformers, which servers import beforehand
};

/// Finds interpreter and device and checks that candidates can be confined as asked. Environment
/// errors say what is missing and what adds it. What only some of the candidates lack is a remark.
Result<PythonContext> makePythonContext(const RunRequest &request, const Benchmark &benchmark,
                                        const std::stop_token &stop, PlannedNeeds needs = {});

} // namespace loupe
