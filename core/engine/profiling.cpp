// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profiling.h"

#include "core/engine/jsontext.h"
#include "core/engine/plan.h"
#include "core/engine/suiteengine.h"

#include <algorithm>

namespace loupe {

namespace {

Error unsupported(std::string message, std::string hint)
{
    return Error{Errc::Unsupported, std::move(message), "profile", std::move(hint), {}};
}

/// Completes the request with what the run was started with.
Status fillFrom(const std::string &profile, RunRequest &request)
{
    const auto json = parseJson(profile, "run profile");
    if (!json)
        return json.error();
    const bool isOurs = json->is_object() && json->contains("suite") && (*json)["suite"].is_object()
        && json->contains("engine") && (*json)["engine"].is_object() && json->contains("candidates")
        && (*json)["candidates"].is_array();
    if (!isOurs)
        return unsupported("the run was not made by this program, so nothing can be run again",
                           "import counters instead: kloupe import ncu");
    request.suite = textAt((*json)["suite"], "folder");
    for (const Json &folder : (*json)["candidates"])
        request.candidates.emplace_back(folder.is_string() ? folder.get<std::string>()
                                                           : std::string());
    const Json methods = json->value("methods", Json::array());
    if (request.candidates.size() == 1 && methods.is_array() && methods.size() == 1
        && methods[0].is_string())
        request.method = methods[0].get<std::string>();
    const Json &engine = (*json)["engine"];
    request.python.device = textAt(engine, "device");
    request.python.platform = textAt(engine, "platform");
    if (request.python.interpreter.empty())
        request.python.interpreter = textAt(engine, "interpreter");
    return {};
}

Result<PlanItem> itemOf(const Plan &plan, const Candidate &stored)
{
    const auto found
        = std::find_if(plan.items.begin(), plan.items.end(), [&](const PlanItem &item) {
              const Candidate &each = item.candidate;
              return each.task == stored.task && each.method == stored.method
                  && each.sample == stored.sample && each.round == stored.round;
          });
    if (found == plan.items.end())
        return Error{Errc::NotFound,
                     "the candidate is no longer where the run found it",
                     stored.fileName,
                     "restore the folder of candidates",
                     {}};
    if (found->candidate.source != stored.source)
        return Error{Errc::InvalidInput,
                     "the candidate has changed since it was evaluated",
                     stored.fileName,
                     "evaluate it again with kloupe run, then profile that evaluation",
                     {}};
    return *found;
}

} // namespace

Result<CounterProfile> profileEvaluation(const EvaluationDetail &detail, RunRequest request,
                                         const std::stop_token &stop)
{
    if (detail.run.environment.deviceKind != "cuda")
        return unsupported(
            "hardware counters are taken on an NVIDIA GPU, and this evaluation ran on "
                + detail.run.environment.deviceName,
            "profile an evaluation of a run with --device cuda:0");
    if (Status filled = fillFrom(detail.run.profileJson, request); !filled)
        return filled.error();
    request.controls = false;
    request.timing.method = TimingMethod::Cupti;
    request.python.judgedBy = JudgedBy::Suite;
    request.python.counters = true;
    const auto plan = makePlan(request);
    if (!plan)
        return plan.error();
    if (plan->isNative())
        return unsupported("only candidates of suites in Python can be profiled so far",
                           "run ncu --csv yourself and import it: kloupe import ncu");
    const auto item = itemOf(*plan, detail.evaluation.candidate);
    if (!item)
        return item.error();
    const auto engine = makeSuiteEngine(request, *plan, stop);
    if (!engine)
        return engine.error();
    (*engine)->expect({*item});
    const auto evaluation = (*engine)->makeEvaluator()->evaluate(
        *item, [](Stage) {}, stop);
    if (!evaluation)
        return evaluation.error();
    if (!evaluation->counters)
        return unsupported("the candidate was not timed again, so nothing was counted: "
                               + evaluation->message,
                           "kloupe run it again and see what becomes of it");
    CounterProfile profile = *evaluation->counters;
    if (profile.kernels.empty())
        return Error{
            Errc::Environment,
            "hardware counters cannot be taken: " + profile.note,
            detail.run.environment.deviceName,
            "kloupe doctor --gpu says what is permitted; within the sandbox the driver may "
            "not see an administrator: try --no-sandbox with a candidate you trust, or "
            "run ncu --csv yourself and kloupe import ncu",
            {}};
    profile.deviceName = (*engine)->environment().deviceName;
    return profile;
}

} // namespace loupe
