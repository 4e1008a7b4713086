// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/profiling.h"

#include "core/analysis/failures/sanitizerreport.h"
#include "core/base/clock.h"
#include "core/base/counted.h"
#include "core/engine/machine/gpudevices.h"
#include "core/engine/request/rerun.h"
#include "core/engine/run/enginechoice.h"
#include "core/engine/run/outsideuse.h"
#include "core/engine/run/resolvedrequest.h"
#include "core/platforms/build/cudabuild.h"
#include "core/platforms/host/sanitizer.h"
#include "core/store/file/storefile.h"
#include "core/store/sqlite/writerlock.h"

#include <memory>
#include <utility>

namespace loupe {

namespace {

Error unsupported(std::string message, std::string hint)
{
    return Error{Errc::Unsupported, std::move(message), "profile", std::move(hint)};
}

/// Returns a request that repeats the evaluation.
Result<RunRequest> requestToRepeat(const EvaluationDetail &detail, const RunRequest &given)
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
    request->python.judgedBy = JudgedBy::Suite;
    request->python.furtherBaselines.clear(); // they have no counters
    request->python.shapes.clear();           // counters are of the task's own shape
    return request;
}

Result<EvaluationDetail> storedDetail(const ProfilingRequest &request)
{
    const auto reader = StoreReader::open(request.store);
    if (!reader)
        return reader.error();
    return (*reader)->detail(request.evaluation);
}

/// A repeated evaluation and the device of its engine.
struct Repeated {
    Evaluation evaluation;
    std::string deviceName;
};

/// Evaluates the candidate again, which the request must name.
Result<Repeated> evaluateAgain(const EvaluationDetail &detail, const RunRequest &request,
                               const std::stop_token &stop)
{
    if (Status accepted = demandAccepted(request); !accepted)
        return accepted.error();
    const auto resolved = resolveRequest(request);
    if (!resolved)
        return resolved.error();
    const Plan &plan = resolved->plan;
    if (plan.items.size() != 1)
        return Error{Errc::NotFound, "the suite has no task \"" + detail.row.task + "\" any more",
                     request.suite.string(), "restore the suite's folder"};
    const PlanItem &item = plan.items.front();
    const auto engine = makeSuiteEngine(*resolved, stop);
    if (!engine)
        return engine.error();
    (*engine)->expect({item});
    auto evaluation = (*engine)->makeEvaluator()->evaluate(
        item, [](Stage) {}, stop);
    if (!evaluation)
        return evaluation.error();
    return Repeated{std::move(*evaluation), (*engine)->environment().deviceName};
}

/// Refuses an evaluation that ran on no NVIDIA GPU. `sanitizer` is a tool, or empty: counters.
Status demandGpu(const EvaluationDetail &detail, const std::string &sanitizer)
{
    const std::string what
        = sanitizer.empty() ? "hardware counters are taken" : "compute-sanitizer watches kernels";
    if (detail.run.environment.deviceKind == "cuda")
        return {};
    const std::string &device = detail.run.environment.deviceName;
    return unsupported(what + " on an NVIDIA GPU, and this evaluation ran on "
                           + (device.empty() ? "another device" : device),
                       "choose an evaluation that ran on a GPU");
}

/// Returns an error if the store is read-only or open for writing.
Status demandWritable(const std::filesystem::path &store)
{
    if (isReadOnlyStore(store))
        return Error{Errc::Io, "the store is read-only, so the result could not be stored",
                     store.string(), "copy it to a folder that can be written"};
    // A run would disturb the measurement, and be disturbed by it.
    if (WriterLock::isHeld(store))
        return Error{Errc::Busy, "the store is open for writing", store.string(),
                     "wait until the run or import has finished, or stop it"};
    return {};
}

/// Returns true if another program or the user may remove the reason.
bool mayWorkLater(const Error &error)
{
    return error.code == Errc::Busy || error.code == Errc::Io;
}

} // namespace

Result<RunRequest> requestToProfile(const EvaluationDetail &detail, const RunRequest &given)
{
    auto request = requestToRepeat(detail, given);
    if (!request)
        return request;
    request->timing.enabled = true;
    request->timing.method = TimingMethod::Cupti;
    request->python.counters = true;
    return request;
}

Status checkProfilable(const EvaluationDetail &detail)
{
    if (Status possible = demandGpu(detail, {}); !possible)
        return possible;
    const auto request = requestOf(detail);
    return request ? Status() : Status(request.error());
}

Status checkProfilingMachine(const std::string &sanitizer)
{
    const auto devices = gpuDevices();
    if (!devices || devices->empty())
        return Error{Errc::Environment, "no NVIDIA GPU is seen here", "profile",
                     "kloupe doctor --gpu says what is here"};
    if (sanitizer.empty())
        return {};
    const auto program = findSanitizer();
    return program ? Status() : Status(program.error());
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
    if (Status possible = demandGpu(detail, {}); !possible)
        return possible.error();
    const auto request = requestToProfile(detail, given);
    if (!request)
        return request.error();
    const auto repeated = evaluateAgain(detail, *request, stop);
    if (!repeated)
        return repeated.error();
    const Evaluation &evaluation = repeated->evaluation;
    if (!evaluation.counters)
        return unsupported("the candidate was not timed again, so nothing was counted: "
                               + evaluation.message,
                           "run it again with kloupe run and check its result");
    CounterProfile profile = *evaluation.counters;
    if (Status any = checkCounted(profile, detail.run.environment.deviceName); !any)
        return any.error();
    profile.deviceName = repeated->deviceName;
    return profile;
}

Result<CounterProfile> sanitizedProfile(std::string report, const std::string &tool,
                                        const Evaluation &evaluation)
{
    if (report.empty())
        return Error{Errc::Environment, "compute-sanitizer wrote no report: " + evaluation.message,
                     tool, "try --no-sandbox with a candidate you trust"};
    CounterProfile profile;
    profile.source = sanitizerSource;
    profile.tool = tool;
    profile.takenAt = isoTime(systemClock().wallNow());
    const auto findings = sanitizerFindings(report, evaluation.candidate);
    if (const std::string failed = sanitizerFailure(report); findings.empty() && !failed.empty())
        return Error{Errc::Environment, "compute-sanitizer cannot watch this candidate: " + failed,
                     tool, "kloupe doctor --gpu says what is here"};
    profile.note = (findings.empty() ? "no findings" : counted(findings.size(), "finding"))
        + "; verdict under it: " + std::string(facts(evaluation.verdict).label);
    profile.original = std::move(report);
    return profile;
}

Result<CounterProfile> sanitizeEvaluation(const EvaluationDetail &detail, const RunRequest &given,
                                          const std::string &tool, const std::stop_token &stop)
{
    if (Status possible = demandGpu(detail, tool); !possible)
        return possible.error();
    const auto program = findSanitizer();
    if (!program)
        return program.error();
    auto request = requestToRepeat(detail, given);
    if (!request)
        return request.error();
    // Kernels run up to a hundred times slower, and nothing is timed.
    constexpr double slower = 20;
    request->timing.enabled = false;
    request->sanitizer = std::make_shared<Sanitizer>(*program, tool);
    for (SubjectLimits *limits : {&request->limits, &request->python.limits}) {
        limits->callSeconds *= slower;
        limits->cpuSeconds *= slower;
    }
    const auto repeated = evaluateAgain(detail, *request, stop);
    if (!repeated)
        return repeated.error();
    auto profile = sanitizedProfile(request->sanitizer->report(), tool, repeated->evaluation);
    if (profile)
        profile->deviceName = repeated->deviceName;
    return profile;
}

Status storeProfile(const ProfilingRequest &request, const CounterProfile &profile,
                    const ProfilingTools &tools, const std::stop_token &stop)
{
    const auto isReplaced = [&] {
        const auto now = identityOf(request.store);
        return request.file && now && *now != *request.file;
    };
    const auto store = [&]() -> Status {
        const auto writer = tools.open(request.store);
        return writer ? (*writer)->recordCounters(request.evaluation, profile)
                      : Status(writer.error());
    };
    while (true) {
        // The id of the evaluation means another one there, or none.
        if (isReplaced())
            return Error{Errc::Io,
                         "the store was replaced by another file, so the profile was not stored",
                         request.store.string(), "open the new file and profile a kernel of it"};
        Status stored = store();
        if (stored || !mayWorkLater(stored.error()) || !tools.waits || !tools.waits(stored.error()))
            return stored;
        pauseFor(tools.retryPause, stop);
        if (stop.stop_requested())
            return Error{Errc::Cancelled,
                         "stopped while the profile waited to be stored: " + stored.error().message,
                         request.store.string()};
    }
}

Result<CounterProfile> profileStored(const ProfilingRequest &asked, const ProfilingTools &tools,
                                     const std::stop_token &stop)
{
    ProfilingRequest request = asked;
    if (!request.file)
        request.file = identityOf(request.store);
    // The candidate may run for minutes, so these are found before it.
    if (Status writable = demandWritable(request.store); !writable)
        return writable.error();
    const auto detail = storedDetail(request);
    if (!detail)
        return detail.error();
    if (Status possible = demandGpu(*detail, request.sanitizer); !possible)
        return possible.error();
    const auto repeated = requestToProfile(*detail, request.given);
    if (!repeated)
        return repeated.error();
    if (Status possible = tools.checkMachine(request.sanitizer); !possible)
        return possible.error();
    if (Status accepted = tools.accept(*repeated); !accepted)
        return accepted.error();
    auto profile = request.sanitizer.empty()
        ? profileEvaluation(*detail, request.given, stop)
        : sanitizeEvaluation(*detail, request.given, request.sanitizer, stop);
    if (!profile)
        return profile;
    if (Status stored = storeProfile(request, *profile, tools, stop); !stored)
        return stored.error();
    return profile;
}

} // namespace loupe
