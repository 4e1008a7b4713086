// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/machine/memoryplan.h"
#include "core/engine/python/pythoncontext.h"
#include "core/engine/python/pythonphase.h"

namespace loupe {

/// Record of an operator's tests when they run with the reference.
struct OperatorRecord {
    std::vector<PythonTrial> calls; ///< recorded calls, or an evenly spread part of them
    std::vector<int> brokenCases;   ///< cases that fail with the reference too
    std::int64_t callsMade = 0;     ///< including calls that were not recorded
};

/// Requests to a reference process about one task. The reference is trusted. The error of a failure
/// says whether the reference or the infrastructure failed.
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
    /// Returns the memory that a model needs, as far as that can be known without making anything.
    Result<TaskSizes> sizes();
    /// Seeds, then makes the constructor's arguments and the model as the phase says. Reads the
    /// weights if they are to be transplanted.
    Status construct(PythonPhase &phase);
    /// Makes the constructor's arguments, the first part of construct().
    Status drawArguments(PythonPhase &phase);
    Status constructWith(PythonPhase &phase);
    /// Builds the model without the device if drawsInParts(), the first part of constructWith().
    Status buildOnHost(PythonPhase &phase);
    Status moveBuilt(PythonPhase &phase);
    /// Returns whether the task's host tensors are made without the device lock and are sent to the
    /// device in a separate request.
    bool drawsInParts() const;
    /// Returns whether the library draws inputs of the phase on the host and has not yet been
    /// compared with torch.
    bool hasToCompareDraws(const PythonPhase &phase) const;
    /// Compares the library's draws with torch's, on the host, with inputs that are thrown away.
    /// Restores the generators afterwards. Ignores a failure of the task, which making a trial will
    /// report.
    Status compareDraws();
    /// Draws later inputs from this state of torch's generator, which a candidate sent.
    /// InvalidInput if it is not a valid state.
    Status follow(const std::string &generator);
    /// Runs the suite's test with the reference and returns what it leaves.
    Result<Bundle> runScript(const Protocol &protocol);
    /// Returns the calls that the test made of the reference, as trials. With a rule, finds the
    /// elements of their results that roundings decide.
    Result<std::vector<PythonTrial>> recordCalls(std::uint64_t seed,
                                                 const NestedRule *rule = nullptr);
    /// Runs the suite's tests of an operator with the reference. InvalidInput if they cannot run
    /// here, or show nothing about a candidate. `rule` as above.
    Result<OperatorRecord> recordOperator(std::uint64_t seed, const NestedRule *rule = nullptr);
    /// Returns the elements, by output, that roundings decide: of the model's last call, or of the
    /// call that the request names. `given`: the arguments of a function's last call.
    Result<std::map<std::string, UndecidedElements>> undecided(Json request, const NestedRule &rule,
                                                               const Bundle *given = nullptr);
    /// Replaces the child's functions with the suite's references of the operator's interfaces.
    Status useOperatorReference();
    /// Audits the built model on inputs drawn from these seeds (the worker's `audit`). `request`
    /// says how results are compared and for how long.
    Result<Json> audit(const PythonPhase &phase, const std::vector<std::uint64_t> &seeds,
                       Json request);
    /// Audits one of the recorded calls in the same way.
    Result<Json> auditCall(std::size_t index, Json request);
    /// Returns why torch, not the library, draws on the processor; empty if the library draws.
    const std::string &drawsProblem() const { return m_drawsProblem; }
    /// Calls the model with the arguments, so that a `time` request for this form can follow.
    Status call(const Protocol &protocol, const Bundle &given, const std::string &function,
                BaselineForm form);
    /// Returns the operations of the last call, and the type of its result; none where they are
    /// not known.
    Result<CountedOperations> countOperations(const Protocol &protocol, const PythonTrial &trial);

    const BenchmarkTask &task() const { return m_task; }
    const PythonContext &context() const { return m_context; }
    bool isAlive() const { return m_child.isAlive(); }
    /// Sends a request to the process. `what` says when it fails: "in float64".
    Result<PythonChild::Answer> ask(Json request, const Bundle *given, const std::string &what);
    /// Returns the value of an answer; `what` says whose it is.
    Result<Bundle> value(PythonChild::Answer answer, const std::string &what) const;
    /// Returns the reference's state_dict.
    Result<Bundle> readWeights();
    /// Returns the request that draws inputs like a trial's, without a seed.
    Json drawRequest(const PythonPhase &phase, const PythonTrial &trial) const;
    /// Draws the inputs of a trial.
    Result<Bundle> draw(const PythonPhase &phase, PythonTrial &trial);
    /// Lets the library draw a part of the task, "model" or "inputs".
    void addDraws(Json &request, const char *part) const;

private:
    /// Checks that the models which the reference loads are installed; InvalidInput if one is not.
    Status hasModels() const;
    Result<PythonChild::Answer> ask(Json request, const Bundle *given, const std::string &what,
                                    std::chrono::duration<double> patience);
    /// A suite's test gets as long with the reference as with a candidate.
    std::chrono::duration<double> testPatience() const;

    Result<std::vector<PythonTrial>> readCalls(const Json &calls, std::uint64_t seed,
                                               const NestedRule *rule);
    Status takeWeights(PythonPhase &phase);
    /// Returns whether inputs may come from the device's own generator. The suite's own numbers
    /// must come from the processor's, because no others are published.
    bool mayDrawOnDevice(const PythonPhase &phase) const;
    /// Returns the bundle that `inputs` made; fetches it first if it was made in parts.
    Result<Bundle> drawn(PythonChild::Answer answer, const std::string &what);
    void noteDraws(const Json &answer, const char *part);

    const BenchmarkTask &m_task;
    const PythonContext &m_context;
    PythonChild &m_child;
    std::stop_token m_stop;

    bool m_failsOnDevice = false; ///< the task's inputs cannot be made there
    std::string m_drawsProblem;
    std::string m_generator; ///< torch's state after the constructor or the last draw, base64
};

/// Returns Busy if a reference process ended a request because a GPU had too little memory left.
/// That describes the moment, not the task.
Status hadRoom(const CallOutcome &outcome, const PythonContext &context, std::string where = {},
               std::string detail = {});

/// Adds the parts of a request that cast inputs and model as a protocol says.
void addCast(Json &request, const Protocol &protocol);

/// Adds the type of a constructed model's weights, and whether its calls give gradients.
void addConstruction(Json &request, const Protocol &protocol);

/// Returns the request that runs the whole program of a suite's script style as the protocol says:
/// `implementation`, separator, the test.
Json scriptRequest(const BenchmarkTask &task, const PythonContext &context,
                   const Protocol &protocol, const std::string &implementation);

/// Returns the request that runs the suite's tests of an operator.
Json operatorTestsRequest(const BenchmarkTask &task, const PythonContext &context,
                          std::uint64_t seed);

} // namespace loupe
