// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/runner.h"

#include "core/base/digest.h"
#include "core/base/processors.h"
#include "core/engine/contract/runcontrol.h"
#include "core/engine/request/requestedprecisions.h"
#include "core/engine/request/runestimate.h"
#include "core/engine/run/baselinecheck.h"
#include "core/engine/run/enginechoice.h"
#include "core/engine/run/recorder.h"
#include "core/engine/run/resolvedrequest.h"
#include "core/engine/run/runtoresume.h"
#include "core/engine/run/severalprecisions.h"
#include "core/engine/run/workers.h"
#include "core/store/read/storereader.h"

namespace loupe {

namespace {

PlanSummary summarize(const Plan &plan, const std::string &run, int alreadyDone)
{
    PlanSummary out{run,          plan.suiteName(), plan.tasks, 0, alreadyDone,
                    plan.skipped, plan.isNative(),  {},         {}};
    out.items = static_cast<int>(plan.items.size() * countOfRuns(plan));
    if (plan.precisions.size() > 1) {
        for (const RunPrecision each : plan.precisions)
            out.precisions.emplace_back(name(each));
    }
    return out;
}

/// Returns how many evaluations a request to resume finds in the store.
Result<int> countDone(const ResolvedRequest &resolved, const StoredRuns &runs)
{
    if (!resolved.request.resume)
        return 0;
    if (resolved.plan.precisions.size() > 1) {
        const auto parts = partsOf(resolved, runs);
        if (!parts)
            return parts.error();
        int done = 0;
        for (const PrecisionPart &part : *parts)
            done += part.alreadyDone;
        return done;
    }
    const auto run = runToResume(resolved.request, runs);
    return run ? countStored(resolved, run->run) : Result<int>(run.error());
}

/// Reports the plan, with an estimate and the differences from the baseline. Only reads.
Result<RunOutcome> tellPlan(const ResolvedRequest &resolved, RunObserver &observer)
{
    const RunRequest &request = resolved.request;
    const StoredRuns runs = readRuns(request.store);
    const auto done = countDone(resolved, runs);
    if (!done)
        return done.error();
    PlanSummary summary = summarize(resolved.plan, request.name, *done);
    summary.estimate = estimateRun(request, resolved.plan);
    summary.baseline = checkBaseline(resolved, runs);
    observer.planned(summary);
    return RunOutcome{request.name, {}, 0, *done, 0, 0, 0, false};
}

/// Runs the controls of tasks that this store has not audited. Returns success if the run is
/// cancelled meanwhile.
Status prove(const std::vector<PlanItem> &items, SuiteEngine &engine, Recorder &recorder, int jobs,
             const std::stop_token &stop)
{
    const std::vector<PlanItem> unproved = recorder.unproved(items);
    const bool hasControls = !unproved.empty() && unproved.front().native != nullptr;
    if (hasControls)
        recorder.log("checking the tasks with known good and bad kernels");
    const auto reports = engine.prove(
        unproved, jobs, [&recorder](int done, int total) { recorder.checked(done, total); }, stop);
    if (!reports && reports.error().code == Errc::Cancelled)
        return {};
    if (!reports)
        return reports.error();
    return recorder.proved(unproved, *reports);
}

} // namespace

Result<RunOutcome> executeRun(const RunRequest &given, RunObserver &observer,
                              const std::stop_token &stop)
{
    const auto resolved = resolveRequest(given);
    return resolved ? executeResolved(*resolved, observer, stop)
                    : Result<RunOutcome>(resolved.error());
}

Result<RunOutcome> executeResolved(const ResolvedRequest &resolved, RunObserver &observer,
                                   const std::stop_token &stop)
{
    const RunRequest &request = resolved.request;
    const Plan &plan = resolved.plan;
    if (request.dryRun)
        return tellPlan(resolved, observer);
    if (plan.precisions.size() > 1)
        return Error{Errc::InvalidInput,
                     "one run has one precision, not " + precisionWords(plan.precisions),
                     "precision", "make a run for each"};
    RunControl own;
    RunControl &control = request.control ? *request.control : own;
    const std::stop_callback stopping(stop, [&control] { control.cancelAll(); });
    auto engine = makeSuiteEngine(resolved, control.token());
    if (!engine)
        return engine.error();
    if (!request.seed.empty())
        (*engine)->useSeed(request.seed);
    else if (!request.job.empty()) // all parts of a job draw the same inputs
        (*engine)->useSeed(sha256Hex("seed of " + request.job).substr(0, 32));
    auto recorder = Recorder::open(resolved, **engine, observer);
    if (!recorder)
        return recorder.error();
    std::vector<PlanItem> items = (*recorder)->remaining(plan.items);
    (*engine)->arrange(items);
    const int alreadyDone = static_cast<int>(plan.items.size() - items.size());
    observer.planned(summarize(plan, (*recorder)->runName(), alreadyDone));
    for (const std::string &remark : (*engine)->remarks())
        (*recorder)->log(remark);
    if (const auto baselines = (*engine)->baselines()) {
        if (Status kept = (*recorder)->keepTimes(resolved, *baselines); !kept)
            return kept.error();
    }
    (*recorder)->expect(static_cast<int>(plan.items.size()), alreadyDone);
    control.begin(items.size()); // first: an observer of the queue may use the control at once
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
