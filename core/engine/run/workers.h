// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/runcontrol.h"
#include "core/engine/contract/suiteengine.h"
#include "core/engine/machine/gpudevices.h"
#include "core/engine/run/recorder.h"
#include "core/engine/run/stageoccupations.h"
#include "core/engine/run/taskplacement.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Evaluates a run's items on several threads and hands each evaluation to the recorder. What the
/// machinery failed at is tried once more. A GPU that answers no more gets no further item: what
/// was under way on it is an infra error, not the candidate's failure, and when no device is left
/// the run ends with what waits.
class Workers
{
public:
    using DeviceAnswers = std::function<bool(const std::string &device)>;

    /// All references must outlive it. `answers` is asked about GPUs, from several threads; one
    /// that did not answer when its first item began is not watched.
    Workers(const std::vector<PlanItem> &items, SuiteEngine &engine, Recorder &recorder,
            RunControl &control, DeviceAnswers answers = gpuAnswers);

    /// Blocks until all items are done, or the run is cancelled or cannot go on: the recorder's
    /// error, or Environment when the last device is gone.
    Status run(int jobs);

private:
    enum class DeviceState { NotWatched, Answers, Lost };

    void work();
    /// The next item of the evaluator's device; makes the evaluator where there is none.
    std::optional<RunControl::Turn> take(std::unique_ptr<CandidateEvaluator> &evaluator);
    /// Once a second, until it is to stop.
    void tellLoad(const std::stop_token &stop);
    Status evaluateItem(CandidateEvaluator &evaluator, const PlanItem &item,
                        const std::stop_token &stop);
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
    std::optional<StageOccupations> m_stages; ///< where the engine tells only these
    TaskPlacement m_placement;                ///< asked by the control alone, one at a time
    std::mutex m_mutex;
    std::map<std::string, DeviceState> m_devices;
    int m_working = 0; ///< threads that take items
    std::optional<Error> m_failure;
};

} // namespace loupe
