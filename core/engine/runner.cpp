// SPDX-License-Identifier: Apache-2.0
#include "core/engine/runner.h"

#include "core/base/clock.h"
#include "core/base/digest.h"
#include "core/engine/machine.h"
#include "core/engine/plan.h"
#include "core/engine/programs.h"
#include "core/engine/recorder.h"
#include "core/engine/runcontrol.h"
#include "core/engine/runestimate.h"
#include "core/engine/suiteengine.h"
#include "core/suites/suiteregistry.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace loupe {

namespace {

/// Whether SIGKILL ended it, in the words of core/platforms. We never send it without saying so:
/// either the candidate asks for it, and will again, or somebody else did this to it.
bool wasKilled(const Evaluation &evaluation)
{
    return std::ranges::any_of(evaluation.trials, [](const Trial &trial) {
        return trial.verdict == Verdict::Crashed
            && trial.message.find("died of SIGKILL") != std::string::npos;
    });
}

/// Evaluates the items on several threads and hands each evaluation to the recorder.
class Workers
{
public:
    Workers(const std::vector<PlanItem> &items, SuiteEngine &engine, Recorder &recorder,
            RunControl &control)
        : m_items(items)
        , m_engine(engine)
        , m_recorder(recorder)
        , m_control(control)
    {
        engine.expect(items);
    }

    /// Blocks until all items are done, or the run is cancelled or cannot go on.
    Status run(int jobs)
    {
        {
            std::vector<std::jthread> threads;
            threads.reserve(static_cast<std::size_t>(jobs));
            for (int i = 0; i < jobs; ++i)
                threads.emplace_back([this] { work(); });
            while (const auto dropped = m_control.takeDropped()) {
                m_recorder.cancelled(m_items[*dropped]);
                m_engine.done(m_items[*dropped]);
            }
        }
        return m_failure ? Status(*m_failure) : Status();
    }

private:
    void work()
    {
        std::unique_ptr<CandidateEvaluator> evaluator;
        while (const auto turn = m_control.take()) {
            if (!evaluator)
                evaluator = m_engine.makeEvaluator();
            const PlanItem &item = m_items[turn->item];
            const Status recorded = evaluateItem(*evaluator, item, turn->stop);
            m_engine.done(item);
            m_control.done(turn->item);
            if (!recorded)
                fail(recorded.error());
            // Processes that were stopped in the middle of something are not used again.
            if (turn->stop.stop_requested())
                evaluator.reset();
        }
    }

    Status evaluateItem(CandidateEvaluator &evaluator, const PlanItem &item,
                        const std::stop_token &stop)
    {
        const auto begin = std::chrono::steady_clock::now();
        const std::string device = evaluator.device();
        const auto entering = [&](Stage stage) { m_recorder.entered(item, stage, device); };
        auto evaluation = evaluator.evaluate(item, entering, stop);
        if (!evaluation && evaluation.error().code != Errc::Cancelled && !stop.stop_requested()) {
            m_recorder.log(item.task->name + ": " + evaluation.error().text() + "; trying again");
            evaluation = evaluator.evaluate(item, entering, stop);
        }
        if (evaluation && wasKilled(*evaluation) && !stop.stop_requested()) {
            m_recorder.log(item.task->name + ": its process was killed; trying again");
            evaluation = evaluator.evaluate(item, entering, stop);
        }
        if (!evaluation && (evaluation.error().code == Errc::Cancelled || stop.stop_requested())) {
            m_recorder.cancelled(item);
            return {};
        }
        if (!evaluation)
            evaluation = infraError(item.candidate, evaluation.error());
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        return m_recorder.record(item, *evaluation, device, taken.count());
    }

    static Evaluation infraError(const Candidate &candidate, const Error &error)
    {
        Evaluation evaluation;
        evaluation.candidate = candidate;
        evaluation.verdict = Verdict::InfraError;
        evaluation.strictVerdict = Verdict::InfraError;
        evaluation.message = error.text();
        evaluation.runLog = error.detail;
        evaluation.finishedAt = isoTime(systemClock().wallNow());
        return evaluation;
    }

    void fail(const Error &error)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_failure)
            m_failure = error;
        m_control.cancelAll();
    }

    const std::vector<PlanItem> &m_items;
    SuiteEngine &m_engine;
    Recorder &m_recorder;
    RunControl &m_control;
    std::mutex m_mutex;
    std::optional<Error> m_failure;
};

PlanSummary summarize(const Plan &plan, const std::string &run, int alreadyDone)
{
    return {run,         plan.suiteName(), plan.tasks,      static_cast<int>(plan.items.size()),
            alreadyDone, plan.skipped,     plan.isNative(), {}};
}

/// Runs the controls of the items' tasks where this store has not seen them. Success when the run
/// is cancelled meanwhile.
Status prove(const std::vector<PlanItem> &items, SuiteEngine &engine, Recorder &recorder, int jobs,
             const std::stop_token &stop)
{
    const std::vector<PlanItem> unproved = recorder.unproved(items);
    if (!unproved.empty())
        recorder.log("proving tasks by their controls before candidates are judged");
    const auto reports = engine.prove(unproved, jobs, stop);
    if (!reports && reports.error().code == Errc::Cancelled)
        return {};
    if (!reports)
        return reports.error();
    return recorder.proved(unproved, *reports);
}

} // namespace

Result<RunRequest> withSuiteFolder(RunRequest request)
{
    if (request.suite.empty()) {
        auto shipped = findNativeSuite();
        if (!shipped)
            return shipped.error();
        request.suite = std::move(*shipped);
        return request;
    }
    auto suite = resolveSuite(request.suite.string());
    if (!suite)
        return suite.error();
    request.suite = std::move(suite->folder);
    return request;
}

Result<RunOutcome> executeRun(const RunRequest &given, RunObserver &observer,
                              const std::stop_token &stop)
{
    const auto resolved = withSuiteFolder(given);
    if (!resolved)
        return resolved.error();
    const RunRequest &request = *resolved;
    auto plan = makePlan(request);
    if (!plan)
        return plan.error();
    if (request.dryRun) {
        const auto done = request.resume ? finishedEvaluations(request) : Result<int>(0);
        if (!done)
            return done.error();
        PlanSummary summary = summarize(*plan, request.name, *done);
        summary.estimate = estimateRun(request, *plan);
        observer.planned(summary);
        return RunOutcome{request.name, {}, 0, *done, 0, 0, 0, false};
    }
    RunControl own;
    RunControl &control = request.control ? *request.control : own;
    const std::stop_callback stopping(stop, [&control] { control.cancelAll(); });
    auto engine = makeSuiteEngine(request, *plan, control.token());
    if (!engine)
        return engine.error();
    if (!request.seed.empty())
        (*engine)->useSeed(request.seed);
    else if (!request.job.empty()) // all parts of a job draw the same inputs
        (*engine)->useSeed(sha256Hex("seed of " + request.job).substr(0, 32));
    auto recorder = Recorder::open(request, *plan, **engine, observer);
    if (!recorder)
        return recorder.error();
    std::vector<PlanItem> items = (*recorder)->remaining(plan->items);
    (*engine)->arrange(items);
    const int alreadyDone = static_cast<int>(plan->items.size() - items.size());
    observer.planned(summarize(*plan, (*recorder)->runName(), alreadyDone));
    (*recorder)->expect(static_cast<int>(plan->items.size()), alreadyDone);
    control.begin(items.size()); // first: whoever is told of the line may steer it at once
    (*recorder)->queued(items);

    const int jobs = request.jobs > 0 ? request.jobs : usableProcessors();
    if (request.controls) {
        if (const Status proved = prove(items, **engine, **recorder, jobs, control.token());
            !proved)
            return proved.error();
    }
    Workers workers(items, **engine, **recorder, control);
    if (const Status worked = workers.run(jobs); !worked)
        return worked.error();
    return (*recorder)->finish(control.hasCancelled());
}

} // namespace loupe
