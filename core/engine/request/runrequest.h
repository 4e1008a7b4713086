// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/protocol.h"
#include "core/model/record/candidate.h"
#include "core/model/record/dialogue.h"
#include "core/model/verdict/finding.h"
#include "core/sandbox/system/limits.h"
#include "core/sandbox/system/sandboxmode.h"
#include "core/timing/timingpolicy.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

class Sanitizer;

class RunControl;

/// Protocols by which a run of a Python benchmark judges.
enum class JudgedBy { Suite, Strict, Both };

/// Form of the reference that candidates are timed against.
enum class BaselineForm {
    Eager,
    EagerIeee,
    Compile,
    CompileReduceOverhead,
    CompileMaxAutotune, ///< with CUDA graphs
    CompileMaxAutotuneNoGraphs,
    CudaGraph
};

/// Returns the word used by users and the worker.
constexpr std::string_view name(BaselineForm form)
{
    switch (form) {
    case BaselineForm::EagerIeee:
        return "eager-ieee";
    case BaselineForm::Compile:
        return "compile";
    case BaselineForm::CompileReduceOverhead:
        return "compile-reduce-overhead";
    case BaselineForm::CompileMaxAutotune:
        return "compile-max-autotune";
    case BaselineForm::CompileMaxAutotuneNoGraphs:
        return "compile-max-autotune-no-graphs";
    case BaselineForm::CudaGraph:
        return "cuda-graph";
    case BaselineForm::Eager:
        break;
    }
    return "eager";
}

/// Type to which weights and inputs of a suite are cast that leaves it open (KernelBench).
enum class RunPrecision { Float32, Float16, BFloat16 };

constexpr std::string_view name(RunPrecision precision)
{
    switch (precision) {
    case RunPrecision::Float16:
        return "float16";
    case RunPrecision::BFloat16:
        return "bfloat16";
    case RunPrecision::Float32:
        break;
    }
    return "float32";
}

/// Returns whether the baseline may compute float32 in TF32 where torch's defaults allow it, which
/// is in convolutions.
constexpr bool mayUseTf32(BaselineForm form)
{
    return form != BaselineForm::EagerIeee;
}

/// Options of Python benchmarks only.
struct PythonRequest {
    std::filesystem::path interpreter; ///< empty: python3 of the search path
    /// Registered name; empty: the platform that the submissions name, if it works. For native
    /// candidates "cpu" or "cuda"; empty: by their language. They use `device`, too.
    std::string platform;
    std::string namedPlatform; ///< by the submissions; filled in by the engine
    std::string device;        ///< "cpu", "cuda:0"; empty: the first GPU, else the CPU
    /// Precisions of the run, each once. Several are stored as a run for each
    /// (severalprecisions.h). Empty: the ones that the submissions' configuration names, else
    /// float32.
    std::vector<RunPrecision> precisions = {};
    bool backward = false; ///< judges and times gradients, too (KernelBench)
    /// File that readShapes() reads into `shapes`; empty: none. Not stored or sent.
    std::filesystem::path shapesFile;
    /// Further shapes of tasks, as the JSON text of such a file (requestedshapes.h); empty: none.
    std::string shapes;
    JudgedBy judgedBy = JudgedBy::Both;
    bool fullHeaders = false; ///< compile extensions of torch with all of its headers
    ProtocolMode mode = ProtocolMode::AsShipped;
    /// Choices that differ from the mode, and strict points that are switched.
    ToggleChoices suiteToggles;
    ToggleChoices strictPoints;
    BaselineForm baseline = BaselineForm::Eager;
    /// Further baselines. Each is timed once for a task, and its times are stored as reference
    /// times.
    std::vector<BaselineForm> furtherBaselines = {};
    /// Makes the inputs of the suite's trials on the GPU, too. That saves seconds if they are
    /// large, but the numbers differ from those of the suite's published results. Inputs of strict
    /// trials, whose seeds are secret, are always made there.
    bool fastInputs = false;
    /// Ends a candidate's trials with the first failure. The verdict is the same, but it is not
    /// known which others fail.
    bool stopsAtFirstFailure = false;
    bool counters = false; ///< one more call under hardware counters after the timing
    SubjectLimits limits = SubjectLimits::forPython();
};

/// Candidates without a folder: those of stored evaluations, and generated ones.
struct GivenCandidates {
    Method method;
    std::vector<Candidate> candidates;
    /// Dialogues that produced them, stored before anything is evaluated. They may be large and are
    /// shared by all copies of the request. Those of tasks that are not selected are excluded.
    std::vector<std::shared_ptr<const Dialogue>> dialogues = {};
    RawAnswers raw = {}; ///< servers' raw answers, if the dialogues lack them; or empty
};

/// One of several parts of a run, each executed in a different place.
struct Shard {
    int index = 1; ///< from 1 to count
    int count = 1;
    friend bool operator==(const Shard &, const Shard &) = default;
};

/// Run of several precisions, of which each is stored as a run of its own.
struct PrecisionGroup {
    std::string run; ///< its name, with which the names of its parts begin
    std::vector<RunPrecision> precisions;
    friend bool operator==(const PrecisionGroup &, const PrecisionGroup &) = default;
};

/// Settings of a request that come from a stored or shared file, not from the user.
struct FileSettings {
    std::string source; ///< "run preset \"nightly\""; empty: no file was used
    bool namesInterpreter = false;
    bool namesPlace = false;
    bool leavesSandbox = false; ///< the file disabled the sandbox, which is ignored
};

/// Options of an evaluation run. The command line and the New-run dialog fill the same struct.
struct RunRequest {
    std::string name; ///< empty: made from suite, methods and time
    /// Folder of native tasks, a checkout, or a name in SuiteRegistry; empty: the shipped native
    /// suite.
    std::filesystem::path suite;
    /// Suite to use in a folder that holds several, by its name (suitelayout.h); empty: the
    /// registered one's, else the first that is found.
    std::string layout;
    std::vector<std::filesystem::path> candidates; ///< candidatefolder.h, submissions.h
    std::vector<GivenCandidates> given;            ///< in addition to those of the folders
    std::string method; ///< overrides the folder's method name; only with one folder
    std::filesystem::path store;
    std::string taskFilter; ///< filter language on task, category, level; empty = all
    int samples = 0;        ///< of a benchmark in Python, the first ones; 0 = all
    int jobs = 0;           ///< parallel builds and verifications; 0 = number of processors
    std::string seed;       ///< of a repeated run; empty: a new secret one
    /// Job of a run in several places, 32 hexadecimal digits. The parts that ran in the same
    /// environment become one run when their stores are merged. Empty: a separate run.
    std::string job;
    Shard shard = {};
    bool resume = false;
    bool dryRun = false;
    LibraryPolicy library = LibraryPolicy::Any; ///< policy of the integrity rules
    bool controls = true; ///< check each native task before it judges candidates
    /// Set only by an option that the user typed with this call.
    SandboxMode sandbox = SandboxMode::Bubblewrap;
    bool unconfinedAsRoot = false; ///< SandboxChoice::evenAsRoot
    SubjectLimits limits;          ///< of native candidates
    TimingPolicy timing;
    PythonRequest python;
    /// Target as makeExecutor() of core/executors takes it; empty: this machine.
    std::string place = {};
    /// Pauses, reorders and cancels during the run; null: only its stop token ends it.
    std::shared_ptr<RunControl> control;
    /// Starts candidates under compute-sanitizer; null: they start by themselves.
    std::shared_ptr<Sanitizer> sanitizer = {};
    FileSettings fromFile = {};
    PrecisionGroup partOf = {}; ///< of which this is one precision; without a name: of none

    SandboxChoice sandboxChoice() const { return {sandbox, unconfinedAsRoot}; }
};

} // namespace loupe
