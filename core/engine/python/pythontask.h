// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/machine/memoryplan.h"
#include "core/engine/python/compiledreference.h"
#include "core/engine/python/oracleseat.h"
#include "core/engine/python/pythoncontext.h"
#include "core/engine/python/pythonphase.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

class OracleConversation;
class TaskMemory;
struct TrialStream;

/// A task made ready once and used by all its candidates: what its reference expects, by the
/// suite's rules and by ours. Thread-safe.
class PythonTask
{
public:
    PythonTask(const BenchmarkTask &task, const PythonContext &context);
    ~PythonTask();
    PythonTask(const PythonTask &) = delete;
    PythonTask &operator=(const PythonTask &) = delete;

    const BenchmarkTask &task() const { return m_task; }
    /// The suite's rules for this task.
    Result<Protocol> suiteProtocol() const;

    /// What is called by the one who makes the phases, for the memory that this takes. It may wait
    /// for others, but for nobody who waits here.
    struct Rooms {
        /// Before the device is used; the part stays with the caller.
        std::function<Status(std::int64_t bytes)> onDevice;
        /// Does something that takes so much of the host, as soon as there is room.
        std::function<Status(std::int64_t bytes, const std::function<Status()> &work)> onHost;
    };

    /// The phases of the run in order; made with `oracle` on the first call, the same ever after.
    /// InvalidInput when the reference fails (remembered), Unsupported when the task does not fit
    /// this machine or no code can judge it here. A model's reference that fails by one protocol's
    /// rules alone leaves it to the other, where both are asked for (suiteFailure, strictFailure).
    Result<const std::vector<PythonPhase> *> phases(OracleSeat &oracle, const std::stop_token &stop,
                                                    const Rooms &rooms = {});

    /// Why the suite's rules can judge nobody here, though the strict ones can: its own reference
    /// fails by them. None where it does not, or nobody has seen it yet.
    std::optional<Error> suiteFailure();
    /// Remembers the failure, which later candidates then get at once.
    void noteSuiteFailure(Error error);
    /// Returns why the strict rules cannot judge this task, though the suite's can.
    std::optional<Error> strictFailure();
    void noteStrictFailure(Error error);

    /// The first phase of a model without trials and weights, as soon as it is known what models
    /// are constructed with, while another thread is in phases(), which must be: candidates can
    /// then be constructed beside the reference. Null where that is not to be had.
    std::shared_ptr<const PythonPhase> awaitPlan(const std::stop_token &stop);

    /// Makes the trials of a streamed phase, in order. InvalidInput when the reference fails.
    Result<std::unique_ptr<TrialStream>> stream(OracleSeat &oracle, const PythonPhase &phase,
                                                const std::stop_token &stop);

    /// A process of the reference that can make trials of the phase and be timed: the one that made
    /// its trials where that was forked from this server, else a fresh one.
    Result<std::unique_ptr<TrialStream>> reference(OracleSeat &oracle, const PythonPhase &phase,
                                                   const std::stop_token &stop);
    /// Calls what can be timed with the trial, so that `time` can be asked of it.
    Status callTimed(TrialStream &reference, const PythonPhase &phase,
                     const PythonTrial &trial) const;
    /// Returns what the timed call of a model computes. Counts it once for the task, where
    /// callTimed was called before.
    Result<CountedOperations> operations(TrialStream &reference, const PythonPhase &phase,
                                         const PythonTrial &trial);
    /// Both of them, where nothing but timing is asked for.
    Result<std::unique_ptr<PythonChild>> baseline(OracleSeat &oracle, const PythonPhase &phase,
                                                  const PythonTrial &trial,
                                                  const std::stop_token &stop);

    /// At an evaluation's end: the process that made the trials goes back to the seat if it is of
    /// that, and what the seat's process has of the device is free for others where it may be much.
    void release(OracleSeat &oracle);
    /// Gives back what baseline() gave; ends it where the task may have changed more of the process
    /// than its own variables.
    void giveBack(OracleSeat &oracle, std::unique_ptr<PythonChild> child) const;

    /// Why torch draws the task's inputs and weights on the processor; empty where it does not, or
    /// nobody knows yet.
    std::string drawsProblem();
    /// Why what its reference compiled is not kept for others; empty where it is.
    std::string keepProblem();

    /// A fresh process that has the references of an operator's interfaces, named as candidates
    /// name theirs.
    Result<std::unique_ptr<TrialStream>>
    operatorReference(OracleSeat &oracle, const PythonPhase &phase, std::stop_token stop) const;

private:
    void giveBackMade(OracleSeat &oracle);
    /// Of the environment of its processes.
    std::map<std::string, std::string> variables() const;
    Result<std::vector<PythonPhase>> prepare(OracleSeat &oracle, const std::stop_token &stop,
                                             const Rooms &rooms);
    Result<std::vector<PythonPhase>> prepareModel(OracleConversation &oracle, const Protocol &suite,
                                                  const Rooms &rooms);
    /// Builds the object and makes the trials that are kept. `isBuilt`: it was built on the host.
    Status prepareTrials(OracleConversation &oracle, std::vector<PythonPhase> &phases,
                         PythonPhase &phase, TaskMemory &memory, bool isBuilt);
    /// What needs no device: the model, and whether its inputs are drawn as torch draws them.
    Status prepareOnHost(OracleConversation &oracle, PythonPhase &phase, const TaskSizes &sizes,
                         const Rooms &rooms);
    void publishPlan(const PythonPhase *phase);
    Result<std::vector<PythonPhase>> prepareTest(PythonChild &child, OracleConversation &oracle,
                                                 const Protocol &suite,
                                                 const std::stop_token &stop);
    Result<std::vector<PythonPhase>> prepareOperator(OracleConversation &oracle,
                                                     const Protocol &suite) const;

    const BenchmarkTask &m_task;
    const PythonContext &m_context;
    std::mutex m_mutex;
    std::optional<std::vector<PythonPhase>> m_phases;
    std::optional<Error> m_failure;
    std::optional<Error> m_suiteFailure;
    std::optional<Error> m_strictFailure;
    std::optional<CountedOperations> m_operations; ///< of the call that is timed
    std::string m_drawsProblem;
    std::string m_keepProblem;
    const CompiledReference m_compiled;
    std::mutex m_planMutex; ///< after m_mutex
    std::condition_variable m_planned;
    std::shared_ptr<const PythonPhase> m_plan;
    bool m_isPlanned = false; ///< there is one, or there will be none

    std::unique_ptr<TrialStream> m_made; ///< as the last phase needs it; none once it was used
    const OracleSeat *m_madeOn = nullptr;
};

} // namespace loupe
