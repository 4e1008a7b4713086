// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/machine/memoryplan.h"
#include "core/engine/python/oracleseat.h"
#include "core/engine/python/pythoncontext.h"
#include "core/engine/python/pythonphase.h"
#include "core/platforms/build/artifactcache.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Triton's compiled artifacts of the reference of a suite's test, cached by the content of
/// reference and test. The next process of the task starts with them, in this run and in later
/// ones. A reference that tunes itself compiles dozens of variants, for minutes. Does nothing for
/// references that are models, because the suite has no test of them.
class CompiledReference
{
public:
    CompiledReference(const BenchmarkTask &task, const PythonContext &context);

    /// Loads the cached artifacts into the process's Triton cache. Errors are infrastructure
    /// failures.
    Status give(PythonChild &child, const std::stop_token &stop) const;
    /// Caches what the process has compiled in addition. Io if the cache cannot be written.
    Status keep(PythonChild &child, const std::stop_token &stop) const;

private:
    bool isOfATest() const { return !m_content.empty(); }

    ArtifactCache m_cache;
    std::string m_content;
};

class OracleConversation;
class TaskMemory;
struct TrialStream;

/// Task prepared once and used by all its candidates: the reference's expectations under the
/// suite's rules and ours. Thread-safe.
class PythonTask
{
public:
    PythonTask(const BenchmarkTask &task, const PythonContext &context);
    ~PythonTask();
    PythonTask(const PythonTask &) = delete;
    PythonTask &operator=(const PythonTask &) = delete;

    const BenchmarkTask &task() const { return m_task; }
    /// Returns the suite's rules for this task.
    Result<Protocol> suiteProtocol() const;

    /// Callbacks that reserve memory for making the phases. They may wait for other holders, but
    /// not for threads that wait for this task.
    struct Rooms {
        /// Reserves device memory before the device is used; the caller keeps the reservation.
        std::function<Status(std::int64_t bytes)> onDevice;
        /// Runs `work` as soon as so many bytes of host memory are free.
        std::function<Status(std::int64_t bytes, const std::function<Status()> &work)> onHost;
    };

    /// Returns the phases of the run in order; made with `oracle` on the first call. InvalidInput
    /// if the reference fails (remembered). Unsupported if the task does not fit this machine or
    /// cannot be judged here. A model's reference may fail by one protocol's rules alone. If both
    /// are requested, the other one still applies (see suiteFailure, strictFailure).
    Result<const std::vector<PythonPhase> *> phases(OracleSeat &oracle, const std::stop_token &stop,
                                                    const Rooms &rooms = {});

    /// Returns why the suite's own reference fails by its rules here although the strict ones
    /// apply. nullopt if it does not fail, or has not been run yet.
    std::optional<Error> suiteFailure();
    /// Remembers the failure for later candidates.
    void noteSuiteFailure(Error error);
    /// Returns why the strict rules cannot judge this task, although the suite's can.
    std::optional<Error> strictFailure();
    void noteStrictFailure(Error error);

    /// Waits for the first phase of a model without trials and weights, known once the constructor
    /// arguments are. Candidates can then be constructed at the same time as the reference. Another
    /// thread must be in phases(). Null if there will be no plan.
    std::shared_ptr<const PythonPhase> awaitPlan(const std::stop_token &stop);

    /// Makes the trials of a streamed phase, in order. InvalidInput when the reference fails.
    Result<std::unique_ptr<TrialStream>> stream(OracleSeat &oracle, const PythonPhase &phase,
                                                const std::stop_token &stop);

    /// Returns a reference process that can make trials of the phase and be timed. Reuses the one
    /// that made the trials if this server forked it, else forks a new one.
    Result<std::unique_ptr<TrialStream>> reference(OracleSeat &oracle, const PythonPhase &phase,
                                                   const std::stop_token &stop);
    /// Calls what can be timed with the trial, so that a `time` request can follow. `form`: the
    /// baseline that is to be timed, by default the run's own.
    Status callTimed(TrialStream &reference, const PythonPhase &phase, const PythonTrial &trial,
                     std::optional<BaselineForm> form = {}) const;
    /// Returns the operations of a model's timed call, after callTimed(). Counts them once for the
    /// task.
    Result<CountedOperations> operations(TrialStream &reference, const PythonPhase &phase,
                                         const PythonTrial &trial);
    /// Ends an evaluation's use of the seat. Returns the process that made the trials if it belongs
    /// to this seat. Frees the device memory of the seat's process if it may be much.
    void release(OracleSeat &oracle);
    /// Returns the process of reference() to the seat. Ends it if the task may have changed more of
    /// the process than its own variables.
    void giveBack(OracleSeat &oracle, std::unique_ptr<PythonChild> child) const;

    /// Returns why torch draws the task's inputs and weights on the processor; empty if it does
    /// not, or it is not known yet.
    std::string drawsProblem();
    /// Returns why the reference's compiled artifacts are not cached; empty if they are.
    std::string keepProblem();

    /// Returns a new process with the references of an operator's interfaces, named as in
    /// candidates.
    Result<std::unique_ptr<TrialStream>>
    operatorReference(OracleSeat &oracle, const PythonPhase &phase, std::stop_token stop) const;

private:
    void giveBackMade(OracleSeat &oracle);
    /// Returns environment variables for its processes.
    std::map<std::string, std::string> variables() const;
    Result<std::vector<PythonPhase>> prepare(OracleSeat &oracle, const std::stop_token &stop,
                                             const Rooms &rooms);
    Result<std::vector<PythonPhase>> prepareModel(TrialStream &stream, const Protocol &suite,
                                                  const Rooms &rooms);
    /// Builds the object and makes the trials that are kept. With `isBuilt` it was built on the
    /// host.
    Status prepareTrials(TrialStream &stream, std::vector<PythonPhase> &phases, PythonPhase &phase,
                         TaskMemory &memory, bool isBuilt);
    /// Returns whether the reference failed on the hint's shape and fails on its first inputs
    /// since. A device may not respond after a failed assertion.
    static bool isSpoiltByHint(TrialStream &stream, const PythonPhase &phase);
    /// Does the work that needs no device: builds the model and compares its draws with torch's.
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
    std::mutex m_planMutex; ///< locked after m_mutex
    std::condition_variable m_planned;
    std::shared_ptr<const PythonPhase> m_plan;
    bool m_isPlanned = false; ///< m_plan is set, or never will be

    std::unique_ptr<TrialStream> m_made; ///< state after the last phase; null once it was used
    const OracleSeat *m_madeOn = nullptr;
};

} // namespace loupe
