// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/profiling.h"

#include "core/engine/request/rerun.h"
#include "core/engine/run/enginechoice.h"
#include "core/engine/run/outsideuse.h"
#include "core/engine/run/resolvedrequest.h"

namespace loupe {

namespace {

Error unsupported(std::string message, std::string hint)
{
    return Error{Errc::Unsupported, std::move(message), "profile", std::move(hint)};
}

/// Returns a request that repeats the evaluation with counters.
Result<RunRequest> requestToCount(const EvaluationDetail &detail, const RunRequest &given)
{
    auto request = requestOf(detail);
    if (!request)
        return request;
    request->sandbox = given.sandbox;
    request->unconfinedAsRoot = given.unconfinedAsRoot;
    if (!given.python.interpreter.empty()) {
        request->python.interpreter = given.python.interpreter;
        request->fromFile.namesInterpreter = false;
    }
    request->controls = false;
    request->timing.enabled = true;
    request->timing.method = TimingMethod::Cupti;
    request->python.judgedBy = JudgedBy::Suite;
    request->python.counters = true;
    request->python.furtherBaselines.clear(); // they have no counters
    request->python.shapes.clear();           // counters are of the task's own shape
    return request;
}

} // namespace

Result<RunRequest> requestToProfile(const EvaluationDetail &detail, const RunRequest &given)
{
    return requestToCount(detail, given);
}

Status checkCounted(const CounterProfile &profile, const std::string &device)
{
    if (!profile.kernels.empty() || !profile.samples.empty())
        return {};
    return Error{Errc::Environment, "hardware counters cannot be taken: " + profile.note, device,
                 "kloupe doctor --gpu says what is permitted; within the sandbox the driver may "
                 "not see an administrator: try --no-sandbox with a candidate you trust, or "
                 "run ncu --csv yourself and kloupe import ncu"};
}

Result<CounterProfile> profileEvaluation(const EvaluationDetail &detail, const RunRequest &given,
                                         const std::stop_token &stop)
{
    if (detail.run.environment.deviceKind != "cuda")
        return unsupported(
            "hardware counters are taken on an NVIDIA GPU, and this evaluation ran on "
                + detail.run.environment.deviceName,
            "profile an evaluation of a run with --device cuda:0");
    const auto request = requestToCount(detail, given);
    if (!request)
        return request.error();
    if (Status accepted = demandAccepted(*request); !accepted)
        return accepted.error();
    const auto resolved = resolveRequest(*request);
    if (!resolved)
        return resolved.error();
    const Plan &plan = resolved->plan;
    if (plan.items.size() != 1)
        return Error{Errc::NotFound, "the suite has no task \"" + detail.row.task + "\" any more",
                     request->suite.string(), "restore the suite's folder"};
    const PlanItem &item = plan.items.front();
    const auto engine = makeSuiteEngine(*resolved, stop);
    if (!engine)
        return engine.error();
    (*engine)->expect({item});
    const auto evaluation = (*engine)->makeEvaluator()->evaluate(
        item, [](Stage) {}, stop);
    if (!evaluation)
        return evaluation.error();
    if (!evaluation->counters)
        return unsupported("the candidate was not timed again, so nothing was counted: "
                               + evaluation->message,
                           "run it again with kloupe run and check its result");
    CounterProfile profile = *evaluation->counters;
    if (Status any = checkCounted(profile, detail.run.environment.deviceName); !any)
        return any.error();
    profile.deviceName = (*engine)->environment().deviceName;
    return profile;
}

} // namespace loupe
