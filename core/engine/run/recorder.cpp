// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/recorder.h"

#include "core/base/clock.h"
#include "core/base/counted.h"
#include "core/base/digest.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/request/profile.h"
#include "core/engine/request/requestedshapes.h"
#include "core/engine/run/keptbaselines.h"
#include "core/engine/run/runtoresume.h"
#include "core/model/record/protocolname.h"
#include "core/store/read/storereader.h"
#include "core/store/write/storewriter.h"

#include <algorithm>

#include <fmt/format.h>

namespace loupe {

namespace {

EvaluationKey keyOf(const Candidate &candidate)
{
    return {candidate.task, candidate.method, candidate.sample, candidate.round, 0};
}

ItemInfo infoOf(const PlanItem &item, const std::string &device = {})
{
    return {item.task->name,       item.task->category,  item.candidate.method,
            item.candidate.sample, item.candidate.round, device};
}

std::string methodList(const Plan &plan)
{
    std::string out;
    for (const Method &method : plan.methods)
        out += (out.empty() ? "" : ", ") + method.name;
    return out;
}

/// Returns the plan's tasks whose soundness the store knows.
Result<std::set<std::string>> auditedTasks(StoreReader &reader, const Plan &plan)
{
    const auto known = reader.tasks(plan.suiteName());
    if (!known)
        return known.error();
    std::map<std::string, std::string> hashes;
    for (const PlanItem &item : plan.items)
        hashes[item.task->name] = item.task->hash;
    std::set<std::string> audited;
    for (const Task &task : *known) {
        const auto planned = hashes.find(task.name);
        if (task.sound && planned != hashes.end() && planned->second == task.hash)
            audited.insert(task.name);
    }
    return audited;
}

/// Returns the run's uuid. Parts of a job in equal environments share one run: a run has one
/// device.
std::string runOfJob(const std::string &job, const Environment &environment)
{
    return sha256Hex(job + "\n" + environment.deviceName + "\n" + environment.deviceKind + "\n"
                     + environment.json)
        .substr(0, 32);
}

} // namespace

std::string freeRunName(const Plan &plan, const StoredRuns &runs,
                        const std::vector<std::string> &suffixes, std::set<std::string> taken)
{
    const std::string base = plan.suiteName() + ": " + methodList(plan);
    if (runs) {
        for (const RunSummary &run : *runs)
            taken.insert(run.run.name);
    }
    std::string name = base;
    const auto isTaken = [&](const std::string &suffix) { return taken.count(name + suffix) != 0; };
    for (int i = 2; std::ranges::any_of(suffixes, isTaken); ++i)
        name = base + " " + std::to_string(i);
    return name;
}

Recorder::Recorder(std::unique_ptr<StoreWriter> writer, RunObserver &observer)
    : m_writer(std::move(writer))
    , m_observer(observer)
{
}

Result<std::unique_ptr<Recorder>> Recorder::open(const ResolvedRequest &resolved,
                                                 SuiteEngine &engine, RunObserver &observer)
{
    const RunRequest &request = resolved.request;
    auto writer = openLockedStore(request.store, resolved.storeLock);
    if (!writer)
        return writer.error();
    std::unique_ptr<Recorder> recorder(new Recorder(std::move(*writer), observer));
    const Status begun
        = request.resume ? recorder->resume(resolved, engine) : recorder->begin(resolved, engine);
    if (!begun)
        return begun.error();
    recorder->keepUnfinished(request);
    return recorder;
}

void Recorder::keepUnfinished(const RunRequest &request)
{
    m_unfinished.emplace(request.store, m_runName);
    if (const std::size_t left = m_unfinished->left(); left > 0)
        m_observer.logged(
            fmt::format("when the run was stopped, {} under way; {} says what {} at",
                        left == 1 ? "an evaluation was" : fmt::format("{} evaluations were", left),
                        m_unfinished->file().string(), left == 1 ? "it was" : "they were"));
}

Status Recorder::addNames(const Plan &plan)
{
    for (const PlanItem &item : plan.items) {
        if (m_tasks.count(item.task->name) != 0)
            continue;
        const auto task = m_writer->addTask(*item.task);
        if (!task)
            return task.error();
        m_tasks[item.task->name] = *task;
    }
    for (const Method &method : plan.methods) {
        const auto id = m_writer->addMethod(method);
        if (!id)
            return id.error();
        m_methods[method.name] = *id;
    }
    return {};
}

Status Recorder::addDialogues(const Plan &plan)
{
    for (const auto &[task, dialogue, raw] : plan.dialogues) {
        if (m_tasks.count(task->name) == 0) {
            const auto added = m_writer->addTask(*task);
            if (!added)
                return added.error();
            m_tasks[task->name] = *added;
        }
        const auto method = m_methods.find(dialogue->method);
        if (method == m_methods.end())
            return Error{Errc::InvalidInput,
                         "a dialogue is of the method \"" + dialogue->method
                             + "\", which is not part of the run",
                         dialogue->task};
        const auto stored
            = m_writer->recordDialogue(m_run, m_tasks[task->name], method->second, *dialogue, raw);
        if (!stored)
            return stored.error();
    }
    return {};
}

Status Recorder::begin(const ResolvedRequest &resolved, const SuiteEngine &engine)
{
    const RunRequest &request = resolved.request;
    const Plan &plan = resolved.plan;
    Run run;
    run.environment = engine.environment();
    run.uuid = request.job.empty() ? randomHex(16) : runOfJob(request.job, run.environment);
    run.name = request.name.empty() ? freeRunName(plan, readRuns(request.store)) : request.name;
    run.suite = plan.suiteName();
    run.origin = "engine";
    run.protocol = engine.protocol();
    run.precision = plan.precision;
    run.sandbox = request.sandbox == SandboxMode::Bubblewrap ? "bubblewrap" : "none";
    run.toolVersion = LOUPE_VERSION;
    run.profileJson = profileJson(request, plan, engine.seed(), engine.profile());
    run.startedAt = isoTime(systemClock().wallNow());
    m_runName = run.name;
    return m_writer->transaction([&]() -> Status {
        if (Status added = addNames(plan); !added)
            return added;
        const auto id = m_writer->beginRun(run);
        if (!id)
            return id.error();
        m_run = *id;
        return addDialogues(plan);
    });
}

Status Recorder::resume(const ResolvedRequest &resolved, SuiteEngine &engine)
{
    const RunRequest &request = resolved.request;
    const Plan &plan = resolved.plan;
    const auto reader = StoreReader::open(request.store);
    if (!reader)
        return reader.error();
    const auto found = runToResume(request, (*reader)->runs());
    if (!found)
        return found.error();
    m_runName = found->run.name;
    m_run = found->id;
    const auto profile = parseProfile(found->run.profileJson);
    if (!profile)
        return profile.error();
    if (request.sandbox == SandboxMode::None && found->run.sandbox != "none")
        return Error{Errc::InvalidInput,
                     "the run \"" + m_runName + "\" was begun within the sandbox", "--no-sandbox",
                     "leave the option out, or start a new run"};
    if (profile->suiteHash != plan.suiteHash())
        return Error{Errc::InvalidInput,
                     "the suite has changed since the run \"" + m_runName + "\" began",
                     request.suite.string(), "restore the suite, or start a new run"};
    if (!found->run.precision.empty() && found->run.precision != plan.precision)
        return Error{Errc::InvalidInput,
                     "the run \"" + m_runName + "\" was begun with the precision "
                         + found->run.precision,
                     "precision", "name the same one with --precision, or start a new run"};
    if (const bool was = goesBackward(found->run.protocol); was != request.python.backward)
        return Error{Errc::InvalidInput,
                     "the run \"" + m_runName + "\" was begun "
                         + (was ? "with gradients" : "without gradients"),
                     "backward",
                     was ? "add --backward, or start a new run"
                         : "leave --backward out, or start a new run"};
    if (shapesOf(found->run.protocol) != shapesDigest(request.python.shapes))
        return Error{Errc::InvalidInput,
                     "the run \"" + m_runName + "\" was begun with other shapes", "shapes",
                     "name the same file with --shapes, or start a new run"};
    for (const Method &method : plan.methods) {
        const auto &known = profile->methods;
        if (std::find(known.begin(), known.end(), method.name) == known.end())
            return Error{Errc::InvalidInput,
                         "the method \"" + method.name + "\" is not part of the run \"" + m_runName
                             + "\"",
                         "candidates", "start a new run for it"};
    }
    engine.useSeed(profile->seed);
    auto finished = m_writer->finishedEvaluations(m_run);
    if (!finished)
        return finished.error();
    m_finished = std::move(*finished);
    auto audited = auditedTasks(**reader, plan);
    if (!audited)
        return audited.error();
    m_audited = std::move(*audited);
    return m_writer->transaction([&]() -> Status {
        if (Status added = addNames(plan); !added)
            return added;
        if (Status added = addDialogues(plan); !added)
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

std::vector<PlanItem> Recorder::unproved(const std::vector<PlanItem> &items) const
{
    std::vector<PlanItem> out;
    for (const PlanItem &item : items) {
        if (m_audited.count(item.task->name) == 0)
            out.push_back(item);
    }
    return out;
}

Status Recorder::proved(const std::vector<PlanItem> &items,
                        const std::vector<ControlReport> &reports)
{
    int sound = 0;
    for (const ControlReport &report : reports) {
        sound += report.sound ? 1 : 0;
        if (!report.sound)
            log(report.task + " is unsound: " + report.reason);
        const auto item = std::find_if(items.begin(), items.end(), [&](const PlanItem &each) {
            return each.task->name == report.task;
        });
        Task task = *item->task;
        task.sound = report.sound;
        task.soundnessReason = report.reason;
        if (const auto stored = m_writer->addTask(task); !stored)
            return stored.error();
    }
    if (!reports.empty())
        log("controls: " + std::to_string(sound) + " of " + counted(reports.size(), "task")
            + " sound");
    return {};
}

Status Recorder::keepTimes(const ResolvedRequest &resolved, BaselineLedger &ledger)
{
    const auto reader = StoreReader::open(resolved.request.store);
    if (!reader)
        return reader.error();
    const auto stored = (*reader)->goldenRecords({});
    if (!stored)
        return stored.error();
    for (const std::string &sentence : loupe::keepTimes(*stored, resolved.plan.items, ledger))
        log(sentence);
    return {};
}

void Recorder::expect(int total, int alreadyDone)
{
    m_total = total;
    m_done = alreadyDone;
    m_outcome.alreadyDone = alreadyDone;
}

void Recorder::queued(const std::vector<PlanItem> &items)
{
    std::vector<ItemInfo> infos;
    infos.reserve(items.size());
    for (const PlanItem &item : items)
        infos.push_back(infoOf(item));
    const std::lock_guard lock(m_mutex);
    m_observer.queued(infos);
}

void Recorder::entered(const PlanItem &item, Stage stage, const std::string &device)
{
    const std::lock_guard lock(m_mutex);
    const ItemInfo info = infoOf(item, device);
    m_unfinished->entered(info, stage);
    if (!m_saidUnfinished && !m_unfinished->problem().empty()) {
        m_saidUnfinished = true;
        m_observer.logged("progress cannot be recorded for a resume: " + m_unfinished->problem());
    }
    m_observer.itemStarted(info, stage);
}

void Recorder::cancelled(const PlanItem &item, const std::string &log)
{
    const std::lock_guard lock(m_mutex);
    const ItemInfo info = infoOf(item);
    if (!log.empty())
        m_unfinished->cancelled(info, log);
    m_observer.itemCancelled(info);
}

void Recorder::lost(const std::string &device)
{
    const std::lock_guard lock(m_mutex);
    m_observer.deviceLost(device);
}

void Recorder::log(const std::string &line)
{
    const std::lock_guard lock(m_mutex);
    m_observer.logged(line);
}

void Recorder::checked(int done, int total)
{
    const std::lock_guard lock(m_mutex);
    m_observer.tasksChecked(done, total);
}

void Recorder::tell(const RunLoad &load)
{
    const std::lock_guard lock(m_mutex);
    m_observer.loadTold(load);
}

Status Recorder::record(const PlanItem &item, const Evaluation &evaluation,
                        const std::string &device, double seconds)
{
    const std::lock_guard lock(m_mutex);
    if (!m_saidNotKept && std::ranges::count(evaluation.flags, buildNotKept) > 0) {
        m_saidNotKept = true;
        m_observer.logged(
            "builds cannot be cached: the cache folder ($KLOUPE_CACHE, else ~/.cache/kernelloupe) "
            "cannot be written. Is its disk full? The run continues without a cache");
    }
    const auto id = m_writer->record(m_run, m_tasks.at(item.task->name),
                                     m_methods.at(item.candidate.method), evaluation);
    if (!id)
        return id.error();
    m_unfinished->ended(infoOf(item));
    ++m_outcome.evaluated;
    ++m_done;
    const Outcome outcome = outcomeOf(evaluation.verdict);
    m_outcome.correct += outcome == Outcome::Correct ? 1 : 0;
    m_outcome.failed += isFailure(outcome) ? 1 : 0;
    m_outcome.infraErrors += outcome == Outcome::InfraError ? 1 : 0;
    m_outcome.countFurther(evaluation);
    for (const FurtherTime &time : evaluation.furtherTimes) {
        if (!time.missing.empty())
            m_observer.logged(fmt::format("{}: no time over the {}: {}", time.record.task,
                                          time.record.baseline, time.missing));
    }
    m_observer.itemFinished({infoOf(item, device), *id, evaluation.verdict, evaluation.message,
                             evaluation.speedup, seconds, evaluation.strictVerdict},
                            m_done, m_total);
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
    if (m_unfinished->left() > 0)
        m_observer.logged(m_unfinished->file().string()
                          + " lists the items that were running when it was stopped");
    return m_outcome;
}

} // namespace loupe
