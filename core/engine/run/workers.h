// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/runcontrol.h"
#include "core/engine/contract/suiteengine.h"
#include "core/engine/machine/gpudevices.h"
#include "core/engine/run/recorder.h"
#include "core/engine/run/stageoccupations.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Assignment of tasks to the devices of a run. A task belongs to the first idle device, with all
/// its candidates, so that its reference is made once. A device without tasks of its own or new
/// ones helps with the task that has most waiting items. Verdicts do not depend on the device. Not
/// thread-safe.
class TaskPlacement
{
public:
    /// Any address that identifies an item's task.
    using TaskOf = std::function<const void *(std::size_t item)>;

    explicit TaskPlacement(TaskOf taskOf) : m_taskOf(std::move(taskOf)) { }

    /// Returns the index in `waiting`, which must not be empty, of the next item of `device`.
    std::size_t choose(const std::deque<std::size_t> &waiting, const std::string &device);

private:
    TaskOf m_taskOf;
    std::map<const void *, std::set<std::string>> m_devices; ///< by task
};

/// Threads that evaluate the items of a run and pass the results to the recorder. A failure of the
/// machinery is retried once. A GPU that stops responding gets no further items, and its running
/// ones become infra errors, not failures. The run ends when no device is left.
class Workers
{
public:
    using DeviceAnswers = std::function<bool(const std::string &device)>;

    /// All references must outlive it. `answers` checks GPUs, from several threads; one that fails
    /// the check before its first item is not watched.
    Workers(const std::vector<PlanItem> &items, SuiteEngine &engine, Recorder &recorder,
            RunControl &control, DeviceAnswers answers = gpuAnswers);

    /// Blocks until all items are done, or the run is cancelled or cannot go on. Returns the
    /// recorder's error, or Environment when the last device is gone.
    Status run(int jobs);

private:
    enum class DeviceState { NotWatched, Answers, Lost };

    void work();
    /// Returns the next item for the evaluator's device; creates the evaluator if null. Returns
    /// null if no item waits or the device is lost.
    std::optional<RunControl::Turn> take(std::unique_ptr<CandidateEvaluator> &evaluator);
    /// Reports the load once a second until a stop is requested.
    void tellLoad(const std::stop_token &stop);
    Status evaluateItem(CandidateEvaluator &evaluator, const PlanItem &item,
                        const std::stop_token &stop);
    /// Evaluates an item, and again if the machinery failed or its process was killed.
    Result<Evaluation> tryTwice(CandidateEvaluator &evaluator, const PlanItem &item,
                                const std::stop_token &stop);
    void watch(const std::string &device);
    bool isLost(const std::string &device);
    void leave(const std::string &device);
    void fail(const Error &error);

    const std::vector<PlanItem> &m_items;
    SuiteEngine &m_engine;
    Recorder &m_recorder;
    RunControl &m_control;
    DeviceAnswers m_answers;
    std::shared_ptr<OccupationLog> m_occupations;
    std::optional<StageOccupations> m_stages; ///< null if the engine reports occupations itself
    TaskPlacement m_placement;                ///< called by the control only, one at a time
    std::mutex m_mutex;
    std::map<std::string, DeviceState> m_devices;
    int m_working = 0; ///< threads that take items
    std::optional<Error> m_failure;
};

} // namespace loupe
