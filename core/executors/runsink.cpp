// SPDX-License-Identifier: Apache-2.0
#include "core/executors/runsink.h"

#include "core/analysis/text/modulecode.h"
#include "core/base/clock.h"
#include "core/base/digest.h"
#include "core/engine/request/profile.h"
#include "core/engine/run/recorder.h"
#include "core/engine/run/runtoresume.h"
#include "core/executors/job.h"
#include "core/store/write/storewriter.h"

#include <limits>
#include <utility>

namespace loupe {

namespace {

Error notAskedFor(std::string what)
{
    return {Errc::InvalidInput, std::move(what), "message",
            "the node has another version or cannot be trusted"};
}

/// Returns the node's profile with the folders of this machine, so that the run can be resumed and
/// repeated here.
Result<std::string> ownProfile(const Run &run, const RunRequest &request, const std::string &place)
{
    auto profile = parseJson(run.profileJson, "run profile");
    if (!profile)
        return profile.error();
    if (!profile->is_object() || !profile->contains("suite") || !(*profile)["suite"].is_object())
        return notAskedFor("the run's profile is invalid");
    (*profile)["suite"]["folder"] = std::filesystem::absolute(request.suite).string();
    (*profile)["candidates"] = Json::array();
    for (const auto &folder : request.candidates)
        (*profile)["candidates"].push_back(std::filesystem::absolute(folder).string());
    (*profile)["place"] = place;
    if (Json group = toJson(request.partOf); !group.is_null())
        (*profile)["part_of"] = std::move(group);
    return profile->dump();
}

} // namespace

RunSink::RunSink(const ResolvedRequest &resolved, RunObserver &observer)
    : m_request(resolved.request)
    , m_plan(resolved.plan)
    , m_observer(observer)
    , m_watched(observer, m_request.control)
    , m_job(m_request.job.empty() ? randomHex(16) : m_request.job)
    , m_total(static_cast<int>(m_plan.items.size()))
{
    for (const PlanItem &item : m_plan.items) {
        const Candidate &candidate = item.candidate;
        m_items[{candidate.task, candidate.method, candidate.sample, candidate.round, 0}] = &item;
        m_tasks[item.task->name] = item.task;
    }
}

Result<std::unique_ptr<RunSink>> RunSink::open(const ResolvedRequest &resolved,
                                               RunObserver &observer)
{
    const RunRequest &request = resolved.request;
    std::unique_ptr<RunSink> sink(new RunSink(resolved, observer));
    auto writer = openLockedStore(request.store, resolved.storeLock);
    if (!writer)
        return writer.error();
    sink->m_writer = std::move(*writer);
    if (request.resume) {
        if (Status found = sink->resume(); !found)
            return found.error();
    } else {
        sink->m_name = request.name.empty() ? freeRunName(resolved.plan, readRuns(request.store))
                                            : request.name;
        const auto taken = sink->m_writer->findRun(sink->m_name);
        if (taken)
            return Error{Errc::InvalidInput,
                         "the store has a run named \"" + sink->m_name + "\" already",
                         request.store.string(), "choose another name, or resume that run"};
    }
    return sink;
}

Status RunSink::resume()
{
    const auto found = runToResume(m_request, readRuns(m_request.store));
    if (!found)
        return found.error();
    const auto profile = parseProfile(found->run.profileJson);
    if (!profile)
        return profile.error();
    if (profile->suiteHash != m_plan.suiteHash())
        return Error{Errc::InvalidInput,
                     "the suite has changed since the run \"" + found->run.name + "\" began",
                     m_request.suite.string(), "restore the suite, or start a new run"};
    m_job = found->run.uuid;
    if (!isJobId(m_job))
        return Error{Errc::Corrupt, "the run's uuid is none", m_request.store.string()};
    m_name = found->run.name;
    m_run = found->id;
    m_environment = found->run.environment;
    auto finished = m_writer->finishedEvaluations(m_run);
    if (!finished)
        return finished.error();
    m_finished = std::move(*finished);
    m_done = m_outcome.alreadyDone = static_cast<int>(m_finished.size());
    return m_writer->setRunState(m_run, "running", {});
}

Result<StorePrefix> RunSink::prefix() const
{
    return readPrefix(m_request.store, m_job, std::numeric_limits<std::int64_t>::max());
}

Status RunSink::begin(Run run, const std::string &place)
{
    const auto profile = parseProfile(run.profileJson);
    if (!profile)
        return profile.error();
    if (profile->suiteHash != m_plan.suiteHash())
        return notAskedFor("the node evaluates another suite than this machine has");
    if (isBegun()) {
        if (run.environment.deviceName == m_environment.deviceName
            && run.environment.deviceKind == m_environment.deviceKind)
            return {};
        return Error{
            Errc::Unsupported,
            "the run began on " + m_environment.deviceName + ", and this is "
                + run.environment.deviceName,
            place, "continue on the device it began on, or start a new run: a run has one device"};
    }
    auto own = ownProfile(run, m_request, place);
    if (!own)
        return own.error();
    run.profileJson = std::move(*own);
    run.uuid = m_job;
    run.name = m_name;
    run.suite = m_plan.suiteName();
    run.origin = "engine";
    return m_writer->transaction([&]() -> Status {
        const auto id = m_writer->beginRun(run);
        if (!id)
            return id.error();
        m_run = *id;
        m_environment = run.environment;
        return {};
    });
}

Status RunSink::proved(const std::string &task, const std::string &hash, bool sound,
                       const std::string &reason)
{
    const auto known = m_tasks.find(task);
    if (known == m_tasks.end() || known->second->hash != hash)
        return notAskedFor("a task is not of the plan");
    Task proved = *known->second;
    proved.sound = sound;
    proved.soundnessReason = reason;
    if (!sound)
        log(task + " is unsound: " + reason);
    const auto id = m_writer->addTask(proved);
    if (!id)
        return id.error();
    m_taskIds[task] = *id;
    return {};
}

Status RunSink::record(Evaluation evaluation)
{
    const Candidate &sent = evaluation.candidate;
    const auto found = m_items.find({sent.task, sent.method, sent.sample, sent.round, 0});
    if (found == m_items.end() || evaluation.attempt != 0 || !isBegun())
        return notAskedFor("an evaluation is not of the plan");
    const PlanItem &item = *found->second;
    evaluation.candidate = item.candidate;
    evaluation.generatedCode = boundedCode(std::move(evaluation.generatedCode));
    const Outcome outcome = outcomeOf(evaluation.verdict);
    if (m_finished.count(found->first) != 0)
        return {};
    RowId row;
    Status stored = m_writer->transaction([&]() -> Status {
        if (m_taskIds.count(item.task->name) == 0) {
            const auto task = m_writer->addTask(*item.task);
            if (!task)
                return task.error();
            m_taskIds[item.task->name] = *task;
        }
        if (m_methodIds.count(item.candidate.method) == 0) {
            for (const Method &method : m_plan.methods) {
                const auto id = m_writer->addMethod(method);
                if (!id)
                    return id.error();
                m_methodIds[method.name] = *id;
            }
        }
        const auto id = m_writer->record(m_run, m_taskIds.at(item.task->name),
                                         m_methodIds.at(item.candidate.method), evaluation);
        if (!id)
            return id.error();
        row = *id;
        return {};
    });
    if (!stored)
        return stored;
    if (outcome != Outcome::InfraError)
        m_finished.insert(found->first);
    if (!m_recorded.insert(found->first).second)
        return {}; // an InfraError that the node sends again after reconnecting
    ++m_done;
    ++m_outcome.evaluated;
    m_outcome.correct += outcome == Outcome::Correct ? 1 : 0;
    m_outcome.failed += isFailure(outcome) ? 1 : 0;
    m_outcome.infraErrors += outcome == Outcome::InfraError ? 1 : 0;
    m_outcome.countFurther(evaluation);
    m_watched.finished({{item.task->name, item.task->category, item.candidate.method,
                         item.candidate.sample, item.candidate.round},
                        row,
                        evaluation.verdict,
                        evaluation.message,
                        evaluation.speedup},
                       m_done, m_total);
    return {};
}

Result<RunOutcome> RunSink::finish(bool cancelled)
{
    m_outcome.run = m_name;
    m_outcome.id = m_run;
    m_outcome.cancelled = cancelled && m_done < m_total;
    if (isBegun()) {
        const Status ended
            = m_writer->setRunState(m_run, m_outcome.cancelled ? "cancelled" : "finished",
                                    isoTime(systemClock().wallNow()));
        if (!ended)
            return ended.error();
    }
    return m_outcome;
}

} // namespace loupe
