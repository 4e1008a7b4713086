// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/taskaudit.h"

#include "core/base/clock.h"
#include "core/base/digest.h"
#include "core/base/processors.h"
#include "core/engine/contract/taskauditor.h"
#include "core/engine/request/plan.h"
#include "core/store/read/storereader.h"
#include "core/store/write/storewriter.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr const char *auditProtocol = "task-audit-1";

std::string suiteName(const AuditedSuite &suite)
{
    return std::visit([](const auto &one) { return one.name; }, suite);
}

std::vector<const Task *> tasksOf(const AuditedSuite &suite)
{
    std::vector<const Task *> out;
    std::visit(
        [&](const auto &one) {
            for (const auto &task : one.tasks)
                out.push_back(&task.task);
        },
        suite);
    return out;
}

/// Returns the suffix of a task's reason that names its audit.
std::string mark(const std::string &run)
{
    return " (audit " + run + ")";
}

/// Record of an audit in a store; without one it keeps nothing. Not thread-safe.
class AuditRecord
{
public:
    static Result<AuditRecord> open(const RunRequest &request, const std::string &suite,
                                    const TaskAuditing &auditing)
    {
        AuditRecord out;
        if (request.store.empty())
            return out;
        auto writer = StoreWriter::open(request.store);
        if (!writer)
            return writer.error();
        out.m_writer = std::move(*writer);
        const Status begun
            = request.resume ? out.resume(request, suite) : out.begin(request, suite, auditing);
        if (!begun)
            return begun.error();
        return out;
    }

    const std::string &run() const { return m_name; }
    bool has(const Task &task) const { return m_done.count({task.name, task.hash}) != 0; }

    Status keep(const Task &task, const TaskAuditReport &report)
    {
        if (!m_writer || !report.soundness)
            return {};
        Task audited = task;
        audited.sound = report.soundness->isSound();
        audited.soundnessReason = report.soundness->reason() + mark(m_name);
        const auto stored = m_writer->addTask(audited);
        return stored ? Status() : stored.error();
    }

    Status end(bool wasCancelled)
    {
        if (!m_writer)
            return {};
        return m_writer->setRunState(m_run, wasCancelled ? "cancelled" : "finished",
                                     isoTime(systemClock().wallNow()));
    }

private:
    Status begin(const RunRequest &request, const std::string &suite, const TaskAuditing &auditing)
    {
        Run run;
        run.uuid = randomHex(16);
        run.startedAt = isoTime(systemClock().wallNow());
        run.name = request.name.empty() ? fmt::format("audit {} {}", suite, run.startedAt)
                                        : request.name;
        run.suite = suite;
        run.origin = "audit";
        run.protocol = auditProtocol;
        run.sandbox = request.sandbox == SandboxMode::Bubblewrap ? "bubblewrap" : "none";
        run.toolVersion = LOUPE_VERSION;
        run.profileJson = auditing.profile().dump();
        run.environment = auditing.environment();
        const auto id = m_writer->beginRun(run);
        if (!id)
            return id.error();
        m_run = *id;
        m_name = run.name;
        return {};
    }

    Status resume(const RunRequest &request, const std::string &suite)
    {
        const auto reader = StoreReader::open(request.store);
        if (!reader)
            return reader.error();
        const auto runs = (*reader)->runs();
        if (!runs)
            return runs.error();
        for (const RunSummary &each : *runs) {
            const bool isMeant
                = request.name.empty() ? each.state != "finished" : each.run.name == request.name;
            if (each.run.origin == "audit" && each.run.suite == suite && isMeant) {
                m_run = each.id; // the latest
                m_name = each.run.name;
            }
        }
        if (m_name.empty())
            return Error{Errc::NotFound, "the store holds no unfinished audit of " + suite,
                         request.store.string(), "start a new one without --resume"};
        const auto known = (*reader)->tasks(suite);
        if (!known)
            return known.error();
        for (const Task &task : *known) {
            if (task.sound && task.soundnessReason.ends_with(mark(m_name)))
                m_done.insert({task.name, task.hash});
        }
        return m_writer->setRunState(m_run, "running", {});
    }

    std::unique_ptr<StoreWriter> m_writer;
    RunId m_run;
    std::string m_name;
    std::set<std::pair<std::string, std::string>> m_done; ///< name and hash
};

/// Concludes from an observation or its error. Errors are those of the machinery.
Result<TaskAuditReport> reportOf(const Task &task, Result<TaskObservation> seen)
{
    TaskAuditReport out;
    out.task = task.name;
    if (seen) {
        out.soundness = judgeSoundness(*seen);
        out.observation = std::move(*seen);
        return out;
    }
    if (seen.error().code == Errc::InvalidInput)
        out.soundness = failedReference(seen.error().message);
    else if (seen.error().code == Errc::Unsupported || seen.error().code == Errc::Busy)
        out.skipped = seen.error().message;
    else
        return seen.error();
    return out;
}

/// Returns the tasks that the filter selects and the store lacks.
Result<std::vector<std::size_t>> chosenTasks(const std::vector<const Task *> &tasks,
                                             const std::string &text, const AuditRecord &record,
                                             int &alreadyDone)
{
    const auto filter = parseFilter(text);
    if (!filter)
        return filter.error();
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const auto matches = matchesTask(*filter, *tasks[i]);
        if (!matches)
            return matches.error();
        if (!*matches)
            continue;
        if (record.has(*tasks[i]))
            ++alreadyDone;
        else
            out.push_back(i);
    }
    return out;
}

} // namespace

Result<TaskAuditOutcome> auditTasks(const TaskAuditRequest &request, const AuditedSuite &suite,
                                    const TaskAuditProgress &progress, const std::stop_token &stop)
{
    const auto *native = std::get_if<NativeSuite>(&suite);
    const auto auditing = native != nullptr
        ? makeNativeAuditing(request, *native)
        : makePythonAuditing(request, std::get<Benchmark>(suite), stop);
    if (!auditing)
        return auditing.error();
    auto record = AuditRecord::open(request.run, suiteName(suite), **auditing);
    if (!record)
        return record.error();
    const std::vector<const Task *> tasks = tasksOf(suite);
    TaskAuditOutcome outcome;
    outcome.run = record->run();
    const auto chosen = chosenTasks(tasks, request.run.taskFilter, *record, outcome.alreadyDone);
    if (!chosen)
        return chosen.error();

    std::vector<std::optional<TaskAuditReport>> reports(chosen->size());
    std::optional<Error> failure;
    std::mutex mutex;
    std::atomic<std::size_t> next = 0;
    int done = 0;
    const auto work = [&] {
        const auto auditor = (*auditing)->makeAuditor();
        for (std::size_t i = next++; i < chosen->size() && !stop.stop_requested(); i = next++) {
            const Task &task = *tasks[(*chosen)[i]];
            auto report = reportOf(task, auditor->observe((*chosen)[i], stop));
            const std::lock_guard lock(mutex);
            if (failure || stop.stop_requested())
                return;
            if (report) {
                if (Status kept = record->keep(task, *report); !kept)
                    report = kept.error();
            }
            if (!report) {
                failure = report.error();
                return;
            }
            progress(++done, static_cast<int>(chosen->size()), *report);
            reports[i] = std::move(*report);
        }
    };
    {
        const int jobs = request.run.jobs > 0 ? request.run.jobs : usableProcessors();
        std::vector<std::jthread> threads;
        for (int i = 0; i < std::min(jobs, static_cast<int>(chosen->size())); ++i)
            threads.emplace_back(work);
    }
    outcome.cancelled = stop.stop_requested() && done < static_cast<int>(chosen->size());
    if (Status ended = record->end(outcome.cancelled || failure.has_value()); !ended)
        return ended.error();
    if (failure)
        return *failure;
    for (auto &report : reports) {
        if (report)
            outcome.reports.push_back(std::move(*report));
    }
    return outcome;
}

} // namespace loupe
