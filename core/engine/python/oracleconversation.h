// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/machine/memoryplan.h"
#include "core/engine/python/pythoncontext.h"
#include "core/engine/python/pythonphase.h"

namespace loupe {

/// What the tests of an operator do when they run with the reference.
struct OperatorRecord {
    std::vector<PythonTrial> calls; ///< that they made of it, or an evenly spread part of them
    std::vector<int> brokenCases;   ///< that fail even so
    std::int64_t callsMade = 0;     ///< recorded or not
};

/// Asks an oracle about one task. The oracle is trusted: a failure is the reference's or the
/// machinery's, and comes as an error that says which.
class OracleConversation
{
public:
    OracleConversation(const BenchmarkTask &task, const PythonContext &context, PythonChild &child,
                       std::stop_token stop)
        : m_task(task)
        , m_context(context)
        , m_child(child)
        , m_stop(std::move(stop))
    {
    }

    Status load();
    /// What a model takes, as far as that can be known without making anything.
    Result<TaskSizes> sizes();
    /// Seeds, makes the constructor's arguments and the model as the phase says, and takes the
    /// weights where they are to be transplanted.
    Status construct(PythonPhase &phase);
    /// The parts of it: the arguments, and what is made with them.
    Status drawArguments(PythonPhase &phase);
    Status constructWith(PythonPhase &phase);
    /// The parts of the latter: without the device where drawsInParts(), and what needs it.
    Status buildOnHost(PythonPhase &phase);
    Status moveBuilt(PythonPhase &phase);
    /// Whether what the task makes on the host is made without a turn on the device, and sent there
    /// in a request of its own.
    bool drawsInParts() const;
    /// Whether inputs of the phase are drawn on the host by the library, and nobody knows yet that
    /// it draws what torch draws.
    bool hasToCompareDraws(const PythonPhase &phase) const;
    /// Finds that out, on the host, with inputs that are thrown away. The generators stand
    /// afterwards where they stood. Nothing where the task fails at it: that is said when a trial
    /// is made.
    Status compareDraws();
    /// Draws the trial's inputs and fills what the reference makes of them. Trials without a seed
    /// are to be made in order: each goes on where the draw before it left the generator. A strict
    /// trial of unusual values that the reference cannot take is excused, with the reason.
    Status make(const PythonPhase &phase, PythonTrial &trial);
    /// Other values in the place of a recorded call's, made from the trial's seed, and what the
    /// reference makes of them; gives what it makes of them when it is called once more. Excused,
    /// with the reason, where there are none, or it is not finite on them alone.
    Result<Bundle> makeOther(const PythonPhase &phase, const PythonTrial &recorded,
                             PythonTrial &trial);
    /// From now on inputs are drawn from this state of torch's generator, which a candidate gave.
    /// InvalidInput where it is none.
    Status follow(const std::string &generator);
    /// What the suite's test leaves when it runs with the reference.
    Result<Bundle> runScript(const Protocol &protocol);
    /// The calls that the test made of the reference, as trials.
    Result<std::vector<PythonTrial>> recordCalls(std::uint64_t seed);
    /// Runs the suite's tests of an operator with the reference. InvalidInput where they cannot
    /// run here, or show nothing about a candidate.
    Result<OperatorRecord> recordOperator(std::uint64_t seed);
    /// From now on the child's functions are the suite's references of the operator's interfaces.
    Status useOperatorReference();
    /// What the built model does on draws of its inputs from these seeds, as far as soundness
    /// depends on it (the worker's `audit`); `request` says how it is compared and for how long.
    Result<Json> audit(const PythonPhase &phase, const std::vector<std::uint64_t> &seeds,
                       Json request);
    /// The same of one of the recorded calls.
    Result<Json> auditCall(std::size_t index, Json request);
    /// Why torch draws on the processor what the library could; empty where it does not.
    const std::string &drawsProblem() const { return m_drawsProblem; }
    /// Calls the model with the arguments, so that `time` can be asked.
    Status call(const Protocol &protocol, const Bundle &given, const std::string &function);
    /// Returns the operations of the last call, and the type of its result; none where they are
    /// not known.
    Result<CountedOperations> countOperations(const Protocol &protocol, const PythonTrial &trial);

private:
    /// Whether the models are here that the reference loads; InvalidInput where one is not.
    Status hasModels() const;
    Result<PythonChild::Answer> ask(Json request, const Bundle *given, const std::string &what);
    Result<Bundle> value(PythonChild::Answer answer, const std::string &what) const;

    Result<std::vector<PythonTrial>> readCalls(const Json &calls, std::uint64_t seed);
    /// Returns the reference's state_dict.
    Result<Bundle> readWeights();
    Status takeWeights(PythonPhase &phase);
    Status makePlain(const PythonPhase &phase, PythonTrial &trial);
    /// Draws the inputs of a trial and calls the reference with them; with `keepsState`, what the
    /// call changes in the reference is put back.
    Result<PythonChild::Answer> drawAndCall(const PythonPhase &phase, PythonTrial &trial,
                                            bool keepsState = false);
    /// Returns whether the order of equal values decides the reference's last result.
    Result<bool> isOpen(const PythonPhase &phase, const PythonTrial &trial,
                        const PythonChild::Answer &called);
    /// Returns whether a trial of structured inputs fits the task, by what the reference does with
    /// the plain inputs of the same seed. Completes the name of the trial's variant.
    Result<bool> fitsTask(const PythonPhase &phase, PythonTrial &trial);
    /// Draws a strict trial's inputs again without equal numbers, where the order of equal numbers
    /// decides the result. Excuses a trial of unusual values where that does not help.
    Status resolveTies(const PythonPhase &phase, PythonTrial &trial, PythonChild::Answer &called);
    /// Makes a trial with weights that are changed in place.
    Status makeWithOtherWeights(const PythonPhase &phase, PythonTrial &trial);
    /// Makes a trial with a model that is constructed under the trial's own seed.
    Status makeConstructedAgain(const PythonPhase &phase, PythonTrial &trial);
    Status makeExact(PythonTrial &trial);
    /// How far the reference is off when it is called as it is timed.
    Status measureAsTimed(PythonTrial &trial);
    Result<Bundle> draw(const PythonPhase &phase, PythonTrial &trial);
    /// Whether its inputs may come from the device's own generator: the suite's own numbers come
    /// from the processor's, and no others are published.
    bool mayDrawOnDevice(const PythonPhase &phase) const;
    /// What `inputs` made, which has not been sent yet where it was made in parts.
    Result<Bundle> drawn(PythonChild::Answer answer, const std::string &what);

    const BenchmarkTask &m_task;
    const PythonContext &m_context;
    PythonChild &m_child;
    std::stop_token m_stop;
    /// Lets the library draw a part of the task, "model" or "inputs".
    void addDraws(Json &request, const char *part) const;
    void noteDraws(const Json &answer, const char *part);

    bool m_failsOnDevice = false; ///< the task's inputs cannot be made there
    std::string m_notExact;       ///< why the reference has no float64 form; empty: not known to
    std::optional<std::vector<std::string>> m_structures; ///< that fit; none: not known yet
    std::string m_drawsProblem;
    std::string m_generator; ///< torch's state behind the constructor or the last draw, base64
};

/// A process of the reference that makes one trial of a phase after the other. The server it came
/// from must outlive it.
struct TrialStream {
    std::unique_ptr<PythonChild> child;
    OracleConversation oracle;
    PythonPhase phase; ///< without trials
};

/// Busy where a process of the reference ended a request because a GPU had too little memory left,
/// which says something about that moment and nothing about the task.
Status hadRoom(const CallOutcome &outcome, const PythonContext &context, std::string where = {},
               std::string detail = {});

/// The parts of a request that cast inputs and model as a protocol says.
void addCast(Json &request, const Protocol &protocol);

/// The whole program that a suite's script style runs: `implementation`, separator, the test.
std::string scriptOf(const BenchmarkTask &task, const std::string &implementation);

/// The request that runs that program as the protocol says.
Json scriptRequest(const BenchmarkTask &task, const PythonContext &context,
                   const Protocol &protocol, const std::string &implementation);

/// The request that runs the suite's tests of an operator.
Json operatorTestsRequest(const BenchmarkTask &task, const PythonContext &context,
                          std::uint64_t seed);

} // namespace loupe
