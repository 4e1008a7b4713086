// SPDX-License-Identifier: Apache-2.0
#include "core/engine/recorder.h"

#include "core/base/clock.h"
#include "core/base/digest.h"
#include "core/engine/machine.h"
#include "core/engine/profile.h"
#include "core/store/storereader.h"

#include <algorithm>

namespace loupe {

namespace {

EvaluationKey keyOf(const Candidate &candidate)
{
    return {candidate.task, candidate.method, candidate.sample, candidate.round, 0};
}

ItemInfo infoOf(const PlanItem &item)
{
    return {item.task->task.name, item.task->task.category, item.candidate.method,
            item.candidate.sample, item.candidate.round};
}

std::string methodList(const Plan &plan)
{
    std::string out;
    for (const Method &method : plan.methods)
        out += (out.empty() ? "" : ", ") + method.name;
    return out;
}

/// "native: demo-plain", or with " 2", " 3" … behind it when the store has that name.
std::string freeRunName(const std::filesystem::path &store, const Plan &plan)
{
    const std::string base = plan.suite.name + ": " + methodList(plan);
    std::set<std::string> taken;
    if (const auto reader = StoreReader::open(store)) {
        if (const auto runs = (*reader)->runs()) {
            for (const RunSummary &run : *runs)
                taken.insert(run.run.name);
        }
    }
    std::string name = base;
    for (int i = 2; taken.count(name) != 0; ++i)
        name = base + " " + std::to_string(i);
    return name;
}

/// The newest run of the engine that has not finished.
Result<std::string> unfinishedRun(const std::filesystem::path &store)
{
    const auto reader = StoreReader::open(store);
    if (!reader)
        return reader.error();
    const auto runs = (*reader)->runs();
    if (!runs)
        return runs.error();
    const RunSummary *newest = nullptr;
    for (const RunSummary &run : *runs) {
        if (run.run.origin == "engine" && run.state != "finished"
            && (newest == nullptr || newest->id < run.id))
            newest = &run;
    }
    if (newest == nullptr)
        return Error{Errc::NotFound,
                     "the store holds no unfinished run",
                     store.string(),
                     "start a new one without --resume",
                     {}};
    return newest->run.name;
}

} // namespace

Recorder::Recorder(std::unique_ptr<StoreWriter> writer, RunObserver &observer)
    : m_writer(std::move(writer))
    , m_observer(observer)
{
}

Result<std::unique_ptr<Recorder>> Recorder::open(const RunRequest &request, const Plan &plan,
                                                 EngineContext &context, RunObserver &observer)
{
    auto writer = StoreWriter::open(request.store);
    if (!writer)
        return writer.error();
    std::unique_ptr<Recorder> recorder(new Recorder(std::move(*writer), observer));
    const Status begun = request.resume ? recorder->resume(request, plan, context)
                                        : recorder->begin(request, plan, context);
    if (!begun)
        return begun.error();
    return recorder;
}

Status Recorder::addNames(const Plan &plan)
{
    for (const PlanItem &item : plan.items) {
        if (m_tasks.count(item.task->task.name) != 0)
            continue;
        const auto task = m_writer->addTask(item.task->task);
        if (!task)
            return task.error();
        m_tasks[item.task->task.name] = *task;
    }
    for (const Method &method : plan.methods) {
        const auto id = m_writer->addMethod(method);
        if (!id)
            return id.error();
        m_methods[method.name] = *id;
    }
    return {};
}

Status Recorder::begin(const RunRequest &request, const Plan &plan, const EngineContext &context)
{
    Run run;
    run.uuid = randomHex(16);
    run.name = request.name.empty() ? freeRunName(request.store, plan) : request.name;
    run.suite = plan.suite.name;
    run.origin = "engine";
    run.protocol = "native-1";
    run.sandbox = request.sandbox == SandboxMode::Bubblewrap ? "bubblewrap" : "none";
    run.toolVersion = LOUPE_VERSION;
    run.profileJson = profileJson(request, plan, context);
    run.startedAt = isoTime(systemClock().wallNow());
    run.environment = describeMachine(context.toolchain);
    m_runName = run.name;
    return m_writer->transaction([&]() -> Status {
        if (const Status added = addNames(plan); !added)
            return added;
        const auto id = m_writer->beginRun(run);
        if (!id)
            return id.error();
        m_run = *id;
        return {};
    });
}

Status Recorder::resume(const RunRequest &request, const Plan &plan, EngineContext &context)
{
    m_runName = request.name;
    if (m_runName.empty()) {
        auto name = unfinishedRun(request.store);
        if (!name)
            return name.error();
        m_runName = std::move(*name);
    }
    const auto found = m_writer->findRun(m_runName);
    if (!found)
        return found.error();
    m_run = found->first;
    const auto profile = parseProfile(found->second.profileJson);
    if (!profile)
        return profile.error();
    if (profile->suiteHash != plan.suite.hash)
        return Error{Errc::InvalidInput,
                     "the suite has changed since the run \"" + m_runName + "\" began",
                     request.suite.string(),
                     "restore the suite, or start a new run",
                     {}};
    for (const Method &method : plan.methods) {
        const auto &known = profile->methods;
        if (std::find(known.begin(), known.end(), method.name) == known.end())
            return Error{Errc::InvalidInput,
                         "the method \"" + method.name + "\" is not part of the run \"" + m_runName
                             + "\"",
                         "candidates",
                         "start a new run for it",
                         {}};
    }
    context.seed = profile->seed;
    auto finished = m_writer->finishedEvaluations(m_run);
    if (!finished)
        return finished.error();
    m_finished = std::move(*finished);
    return m_writer->transaction([&]() -> Status {
        if (const Status added = addNames(plan); !added)
            return added;
        return m_writer->setRunState(m_run, "running", isoTime(systemClock().wallNow()));
    });
}

std::vector<PlanItem> Recorder::remaining(const std::vector<PlanItem> &items) const
{
    std::vector<PlanItem> out;
    for (const PlanItem &item : items) {
        if (m_finished.count(keyOf(item.candidate)) == 0)
            out.push_back(item);
    }
    return out;
}

void Recorder::expect(int total, int alreadyDone)
{
    m_total = total;
    m_done = alreadyDone;
    m_outcome.alreadyDone = alreadyDone;
}

void Recorder::entered(const PlanItem &item, Stage stage)
{
    const std::lock_guard lock(m_mutex);
    m_observer.itemStarted(infoOf(item), stage);
}

void Recorder::log(const std::string &line)
{
    const std::lock_guard lock(m_mutex);
    m_observer.logged(line);
}

Status Recorder::record(const PlanItem &item, const Evaluation &evaluation)
{
    const std::lock_guard lock(m_mutex);
    const auto id = m_writer->record(m_run, m_tasks.at(item.task->task.name),
                                     m_methods.at(item.candidate.method), evaluation);
    if (!id)
        return id.error();
    ++m_outcome.evaluated;
    ++m_done;
    const Outcome outcome = outcomeOf(evaluation.verdict);
    m_outcome.correct += outcome == Outcome::Correct ? 1 : 0;
    m_outcome.failed += isFailure(outcome) ? 1 : 0;
    m_outcome.infraErrors += outcome == Outcome::InfraError ? 1 : 0;
    m_observer.itemFinished(
        {infoOf(item), *id, evaluation.verdict, evaluation.message, evaluation.speedup}, m_done,
        m_total);
    return {};
}

Result<RunOutcome> Recorder::finish(bool cancelled)
{
    const std::lock_guard lock(m_mutex);
    m_outcome.run = m_runName;
    m_outcome.id = m_run;
    m_outcome.cancelled = cancelled && m_done < m_total;
    const Status ended = m_writer->setRunState(
        m_run, m_outcome.cancelled ? "cancelled" : "finished", isoTime(systemClock().wallNow()));
    if (!ended)
        return ended.error();
    return m_outcome;
}

} // namespace loupe
