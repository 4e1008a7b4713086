// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/protocol.h"
#include "core/model/candidate.h"
#include "core/model/dialogue.h"
#include "core/model/finding.h"
#include "core/model/rawanswers.h"
#include "core/sandbox/limits.h"
#include "core/sandbox/sandboxmode.h"
#include "core/timing/timingpolicy.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

class RunControl;

/// Whose verdicts a run of a benchmark in Python gives.
enum class JudgedBy { Suite, Strict, Both };

/// In which form a reference is what candidates are compared with.
enum class BaselineForm { Eager, EagerIeee, Compile, CompileReduceOverhead, CudaGraph };

/// As people and the worker write it.
constexpr std::string_view name(BaselineForm form)
{
    switch (form) {
    case BaselineForm::EagerIeee:
        return "eager-ieee";
    case BaselineForm::Compile:
        return "compile";
    case BaselineForm::CompileReduceOverhead:
        return "compile-reduce-overhead";
    case BaselineForm::CudaGraph:
        return "cuda-graph";
    case BaselineForm::Eager:
        break;
    }
    return "eager";
}

/// Whether float32 may go through TF32 in what candidates are compared with, where torch lets it as
/// it comes: in convolutions.
constexpr bool mayUseTf32(BaselineForm form)
{
    return form != BaselineForm::EagerIeee;
}

/// What only a benchmark in Python needs.
struct PythonRequest {
    std::filesystem::path interpreter; ///< empty: python3 of the search path
    /// Registered name; empty: what the submissions name, where that works. Of native candidates:
    /// "cpu" or "cuda"; empty: what they are written in. They heed `device` as well.
    std::string platform;
    std::string namedPlatform; ///< by the submissions; the engine fills it in
    std::string device;        ///< "cpu", "cuda:0"; empty: the first GPU, else the CPU
    JudgedBy judgedBy = JudgedBy::Both;
    bool fullHeaders = false; ///< compile extensions of torch with all of its headers
    ProtocolMode mode = ProtocolMode::AsShipped;
    /// Choices that differ from the mode, and strict points that are switched.
    ToggleChoices suiteToggles;
    ToggleChoices strictPoints;
    BaselineForm baseline = BaselineForm::Eager;
    /// On a GPU, the inputs of the suite's trials are made there too: seconds faster where they are
    /// large, but other numbers than the suite's published ones were measured with. Those of strict
    /// trials, whose seeds nobody publishes, always are.
    bool fastInputs = false;
    /// A candidate's trials end with the first that fails: the verdict is the same, but which of
    /// the others fail is not known.
    bool stopsAtFirstFailure = false;
    bool counters = false; ///< after the timing, one call more under hardware counters
    SubjectLimits limits = SubjectLimits::forPython();
};

/// Candidates that need no folder: those of stored evaluations, and those that were asked for.
struct GivenCandidates {
    Method method;
    std::vector<Candidate> candidates;
    /// What was said to get them, which may be large and is shared by all who hold the request;
    /// stored before anything is evaluated. Those of tasks that are not selected are left out.
    std::vector<std::shared_ptr<const Dialogue>> dialogues = {};
    RawAnswers raw = {}; ///< what servers sent, where the dialogues are without it; or empty
};

/// One of several parts of a run, each done in a place of its own.
struct Shard {
    int index = 1; ///< from 1 to count
    int count = 1;
    friend bool operator==(const Shard &, const Shard &) = default;
};

/// What of a request a stored or shared file said and not the user.
struct FileSettings {
    std::string source; ///< "run preset \"nightly\""; empty: no file had a part in it
    bool namesInterpreter = false;
    bool namesPlace = false;
    bool leavesSandbox = false; ///< it said so; nobody heeds that
};

/// What to evaluate and how. The command line and the New-run dialog fill the same struct.
struct RunRequest {
    std::string name; ///< empty: made from suite, methods and time
    /// Folder of native tasks, a checkout, or a name that SuiteRegistry knows; empty: the shipped
    /// native suite.
    std::filesystem::path suite;
    /// Which suite of a folder that holds several, by its name (suitelayout.h); empty: the
    /// registered one's, else the first that is found.
    std::string layout;
    std::vector<std::filesystem::path> candidates; ///< candidatefolder.h, submissions.h
    std::vector<GivenCandidates> given;            ///< beside those of the folders
    std::string method; ///< overrides the folder's method name; only with one folder
    std::filesystem::path store;
    std::string taskFilter; ///< filter language on task, category, level; empty = all
    int samples = 0;        ///< of a benchmark in Python, the first ones; 0 = all
    int jobs = 0;           ///< parallel builds and verifications; 0 = number of processors
    std::string seed;       ///< of a run that is repeated; empty: a new one that nobody knows
    /// Of a run in several places, 32 hexadecimal digits: the parts that ran in the same
    /// environment become one run when their stores are merged. Empty: a run of its own.
    std::string job;
    Shard shard = {};
    bool resume = false;
    bool dryRun = false;
    LibraryPolicy library = LibraryPolicy::Any; ///< what the rules of integrity hold to
    bool controls = true; ///< prove each native task before candidates are judged by it
    /// Set by an option that the user typed with this call, and by nothing else.
    SandboxMode sandbox = SandboxMode::Bubblewrap;
    bool unconfinedAsRoot = false; ///< SandboxChoice::evenAsRoot
    SubjectLimits limits;          ///< of native candidates
    TimingPolicy timing;
    PythonRequest python;
    /// Where, as makeExecutor() of core/executors takes it; empty: on this machine.
    std::string place = {};
    /// Pauses, reorders and cancels while the run goes on; null: only its stop token ends it.
    std::shared_ptr<RunControl> control;
    FileSettings fromFile = {};

    SandboxChoice sandboxChoice() const { return {sandbox, unconfinedAsRoot}; }
};

} // namespace loupe
