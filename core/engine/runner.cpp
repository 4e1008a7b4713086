// SPDX-License-Identifier: Apache-2.0
#include "core/engine/runner.h"

#include "core/base/clock.h"
#include "core/base/digest.h"
#include "core/engine/machine.h"
#include "core/engine/plan.h"
#include "core/engine/programs.h"
#include "core/engine/recorder.h"
#include "core/engine/runestimate.h"
#include "core/engine/suiteengine.h"
#include "core/suites/suiteregistry.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace loupe {

namespace {

/// Evaluates the items on several threads and hands each evaluation to the recorder.
class Workers
{
public:
    Workers(const std::vector<PlanItem> &items, SuiteEngine &engine, Recorder &recorder,
            std::stop_token stop)
        : m_items(items)
        , m_engine(engine)
        , m_recorder(recorder)
    {
        engine.expect(items);
        m_chain.emplace(std::move(stop), [this] { m_stop.request_stop(); });
    }

    /// Blocks until all items are done, or the run is cancelled or cannot go on.
    Status run(int jobs)
    {
        {
            std::vector<std::jthread> threads;
            threads.reserve(static_cast<std::size_t>(jobs));
            for (int i = 0; i < jobs; ++i)
                threads.emplace_back([this] { work(); });
        }
        return m_failure ? Status(*m_failure) : Status();
    }

private:
    void work()
    {
        const auto evaluator = m_engine.makeEvaluator();
        for (;;) {
            const std::size_t next = m_next++;
            if (next >= m_items.size() || m_stop.stop_requested())
                return;
            const PlanItem &item = m_items[next];
            const Status recorded = evaluateItem(*evaluator, item);
            m_engine.done(item);
            if (!recorded)
                fail(recorded.error());
        }
    }

    Status evaluateItem(CandidateEvaluator &evaluator, const PlanItem &item)
    {
        const auto entering = [&](Stage stage) { m_recorder.entered(item, stage); };
        auto evaluation = evaluator.evaluate(item, entering, m_stop.get_token());
        if (!evaluation && evaluation.error().code != Errc::Cancelled) {
            m_recorder.log(item.task->name + ": " + evaluation.error().text() + "; trying again");
            evaluation = evaluator.evaluate(item, entering, m_stop.get_token());
        }
        if (!evaluation && evaluation.error().code == Errc::Cancelled)
            return {};
        if (!evaluation)
            evaluation = infraError(item.candidate, evaluation.error());
        return m_recorder.record(item, *evaluation);
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
        m_stop.request_stop();
    }

    const std::vector<PlanItem> &m_items;
    SuiteEngine &m_engine;
    Recorder &m_recorder;
    std::atomic<std::size_t> m_next = 0;
    std::stop_source m_stop;
    std::mutex m_mutex;
    std::optional<Error> m_failure;
    std::optional<std::stop_callback<std::function<void()>>> m_chain;
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
    auto engine = makeSuiteEngine(request, *plan, stop);
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

    const int jobs = request.jobs > 0 ? request.jobs : usableProcessors();
    if (request.controls) {
        if (const Status proved = prove(items, **engine, **recorder, jobs, stop); !proved)
            return proved.error();
    }
    Workers workers(items, **engine, **recorder, stop);
    if (const Status worked = workers.run(jobs); !worked)
        return worked.error();
    return (*recorder)->finish(stop.stop_requested());
}

} // namespace loupe
