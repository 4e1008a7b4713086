// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/storewriter.h"

#include "core/store/file/newstore.h"
#include "core/store/file/storefile.h"
#include "core/store/merge/absorb.h"
#include "core/store/rows/annotationrows.h"
#include "core/store/rows/failurerows.h"
#include "core/store/rows/figurerows.h"
#include "core/store/rows/findingrows.h"
#include "core/store/rows/namerows.h"
#include "core/store/rows/presetrows.h"
#include "core/store/rows/profilerows.h"
#include "core/store/rows/readqueries.h"
#include "core/store/rows/recordrows.h"
#include "core/store/rows/reviewrows.h"
#include "core/store/rows/runmarkrows.h"
#include "core/store/rows/runrows.h"
#include "core/store/rows/storeddialogue.h"
#include "core/store/rows/viewrows.h"
#include "core/store/sqlite/blobstore.h"
#include "core/store/sqlite/rowlisting.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/sqlite/writerlock.h"
#include "core/store/write/bulkinsert.h"
#include "core/store/write/evaluationwriter.h"
#include "core/store/write/openwriter.h"

namespace loupe {

namespace {

class SqliteStoreWriter final : public StoreWriter
{
public:
    /// The lock is the first member, so that it is released after the connection is closed.
    SqliteStoreWriter(std::optional<WriterLock> lock, std::unique_ptr<Database> database)
        : m_lock(std::move(lock))
        , m_database(std::move(database))
    {
    }

    /// There is no other writer, so any run in state "running" was left by a crashed program.
    Status markInterruptedRuns()
    {
        return m_database->run("UPDATE run SET state = 'interrupted' WHERE state = 'running'");
    }

    Result<TaskId> addTask(const Task &task) override
    {
        return whole<TaskId>([&] { return addTaskRow(*m_database, task); });
    }
    Result<MethodId> addMethod(const Method &method) override
    {
        return addMethodRow(*m_database, method);
    }
    Status addReferences(std::span<const Task> tasks) override
    {
        return transaction([&]() -> Status {
            for (const Task &task : tasks) {
                if (Status added = addReference(*m_database, task); !added)
                    return added;
            }
            return {};
        });
    }
    Result<RunId> beginRun(const Run &run) override;
    Result<std::pair<RunId, Run>> findRun(const std::string &name) override;
    Result<std::optional<std::string>> runWithUuid(const std::string &uuid) override;
    Result<std::set<EvaluationKey>> finishedEvaluations(RunId run) override;
    Result<RecordedKeys> recordedKeys(RunId run) override
    {
        return readRecordedKeys(*m_database, run);
    }
    Result<std::vector<std::string>> runsHolding(const std::string &origin,
                                                 const std::string &suite,
                                                 const Evaluation &evaluation) override
    {
        return loupe::runsHolding(*m_database, origin, suite, evaluation);
    }
    Result<std::string> text(std::int64_t blob) override { return getBlob(*m_database, blob); }
    Result<RowId> record(RunId run, TaskId task, MethodId method,
                         const Evaluation &evaluation) override;
    Status recordAll(RunId run, const EvaluationParts &evaluations, const StoredNames &names,
                     const std::function<Status()> &advance) override
    {
        return transaction(
            [&] { return insertAllEvaluations(*m_database, run, evaluations, names, advance); });
    }
    Result<DialogueId> recordDialogue(RunId run, TaskId task, MethodId method,
                                      const Dialogue &dialogue, const RawAnswers &raw) override
    {
        return whole<DialogueId>(
            [&] { return storeDialogue(*m_database, run, task, method, dialogue, raw); });
    }
    Status recordCounters(RowId evaluation, const CounterProfile &profile) override;
    Result<bool> recordReview(const Review &review) override;
    Result<std::vector<AnnotationId>> annotate(std::span<const Annotation> events) override;
    Status markRuns(std::span<const RunMark> events) override;
    Status recordAudit(const std::string &run,
                       const std::map<RowId, std::vector<Finding>> &findings, AuditedLayers layers,
                       const std::map<RowId, KernelTraits> &traits) override;
    Status recordTransition(RunId run, TaskId task, MethodId method,
                            const Transition &transition) override;
    Status recordGolden(RunId run, TaskId task, const GoldenRecord &record) override
    {
        return addGoldenRecord(*m_database, run, task, record);
    }
    Status keepFiles(RunId run, std::span<const ImportedFile> files) override
    {
        return transaction([&] { return addImportedFiles(*m_database, run, files); });
    }
    Result<std::int64_t> refreshFailures() override
    {
        return whole<std::int64_t>([&] { return loupe::refreshFailures(*m_database); });
    }
    Status saveView(const SavedView &view) override { return storeView(*m_database, view); }
    Status removeView(const std::string &name) override { return dropView(*m_database, name); }
    Status saveFigure(const StoredFigure &figure) override
    {
        return storeFigure(*m_database, figure);
    }
    Status recordExport(const StoredFigure &figure) override
    {
        return storeExport(*m_database, figure);
    }
    Status removeFigure(const std::string &name) override { return dropFigure(*m_database, name); }
    Result<MergedPart> absorb(const std::filesystem::path &other) override
    {
        return absorbInto(*m_database, other);
    }
    Status savePreset(const StoredPreset &preset) override
    {
        return storePreset(*m_database, preset);
    }
    Status removePreset(const std::string &name) override { return dropPreset(*m_database, name); }
    Status setRunState(RunId run, const std::string &state, const std::string &isoTime) override;
    Status transaction(const std::function<Status()> &body) override;

private:
    /// Runs `body` in one transaction; within transaction(), in a savepoint of it.
    template <typename Value>
    Result<Value> whole(const std::function<Result<Value>()> &body)
    {
        auto transaction = Transaction::begin(*m_database, kind());
        if (!transaction)
            return std::move(transaction).error();
        ++m_depth;
        Result<Value> value = body();
        --m_depth;
        if (!value)
            return value;
        if (const Status done = transaction->commit(); !done)
            return done.error();
        return value;
    }
    Transaction::Kind kind() const
    {
        return m_depth == 0 ? Transaction::Kind::Write : Transaction::Kind::Savepoint;
    }
    Error invalid(std::string message, std::string hint) const
    {
        return Error{Errc::InvalidInput, std::move(message), m_database->file().string(),
                     std::move(hint)};
    }

    std::optional<WriterLock> m_lock; ///< nullopt if the caller holds it
    std::unique_ptr<Database> m_database;
    int m_depth = 0;
};

Result<RunId> SqliteStoreWriter::beginRun(const Run &run)
{
    return whole<RunId>([&]() -> Result<RunId> {
        const auto environment = addEnvironmentRow(*m_database, run.environment);
        if (!environment)
            return environment.error();
        auto id = m_database->insert(
            "INSERT INTO run (uuid, name, suite, origin, protocol, sandbox, tool_version, "
            "profile_json, started_at, finished_at, state, environment_id, precision) VALUES (?, "
            "?, ?, ?, ?, ?, ?, ?, ?, '', 'running', ?, ?)",
            run.uuid, run.name, run.suite, run.origin, run.protocol, run.sandbox, run.toolVersion,
            run.profileJson, run.startedAt, *environment, run.precision);
        if (id)
            return RunId{*id};
        if (!m_database->lastFailureWasDuplicate())
            return std::move(id).error();
        const auto sameName
            = m_database->lookup("SELECT 1 FROM run WHERE name = ? COLLATE BINARY", run.name);
        if (sameName && *sameName)
            return invalid("the store has a run named \"" + run.name + "\" already",
                           "choose another name, or resume that run");
        return invalid("the store has the run " + run.uuid + " already", "resume that run");
    });
}

Result<std::pair<RunId, Run>> SqliteStoreWriter::findRun(const std::string &name)
{
    auto query = m_database->cached(runSelect() + "WHERE r.name = ? COLLATE BINARY");
    if (!query)
        return std::move(query).error();
    (*query)->bindAll(name);
    const auto row = (*query)->step();
    if (!row)
        return row.error();
    if (!*row)
        return Error{Errc::NotFound, "the store has no run named \"" + name + "\"",
                     m_database->file().string(), "kloupe runs STORE lists them"};
    std::pair<RunId, Run> found{RunId{(*query)->integer(runIdColumn)}, runFrom(**query)};
    (*query)->reset();
    return found;
}

Result<std::optional<std::string>> SqliteStoreWriter::runWithUuid(const std::string &uuid)
{
    const auto found
        = readList<std::string>(*m_database, "SELECT name FROM run WHERE uuid = ?", uuid);
    if (!found)
        return found.error();
    return found->empty() ? std::nullopt : std::optional(found->front());
}

Result<std::set<EvaluationKey>> SqliteStoreWriter::finishedEvaluations(RunId run)
{
    const auto keys = readList<EvaluationKey>(
        *m_database,
        selectOf<EvaluationKey>("FROM evaluation e JOIN task t ON t.id = e.task_id JOIN method m "
                                "ON m.id = e.method_id WHERE e.run_id = ? AND e.outcome <> "
                                "'infra_error'"),
        run.value);
    if (!keys)
        return keys.error();
    return std::set<EvaluationKey>(keys->begin(), keys->end());
}

Result<RowId> SqliteStoreWriter::record(RunId run, TaskId task, MethodId method,
                                        const Evaluation &evaluation)
{
    return whole<RowId>([&]() -> Result<RowId> {
        for (const FurtherTime &time : evaluation.furtherTimes) {
            if (!time.missing.empty())
                continue;
            if (Status added = addFurtherTime(*m_database, run, task, time.record); !added)
                return added.error();
        }
        return insertEvaluation(*m_database, run, task, method, evaluation);
    });
}

Status SqliteStoreWriter::recordCounters(RowId evaluation, const CounterProfile &profile)
{
    return whole<void>([&]() -> Status {
        const auto known
            = m_database->lookup("SELECT 1 FROM evaluation WHERE id = ?", evaluation.value);
        if (!known)
            return known.error();
        if (!*known)
            return Error{Errc::NotFound,
                         "the store has no evaluation " + std::to_string(evaluation.value),
                         m_database->file().string(), "kloupe query STORE lists the evaluations"};
        return insertCounters(*m_database, evaluation.value, profile);
    });
}

Status SqliteStoreWriter::recordAudit(const std::string &run,
                                      const std::map<RowId, std::vector<Finding>> &findings,
                                      AuditedLayers layers,
                                      const std::map<RowId, KernelTraits> &traits)
{
    const bool withSources = layers == AuditedLayers::RecordsAndSources;
    return transaction([&] {
        const Status replaced = replaceAuditFindings(*m_database, run, findings, withSources);
        return replaced ? storeTraits(*m_database, traits) : replaced;
    });
}

Result<bool> SqliteStoreWriter::recordReview(const Review &review)
{
    return whole<bool>([&] { return insertReview(*m_database, review); });
}

Result<std::vector<AnnotationId>> SqliteStoreWriter::annotate(std::span<const Annotation> events)
{
    using Ids = std::vector<AnnotationId>;
    return whole<Ids>([&]() -> Result<Ids> {
        Ids ids;
        for (const Annotation &event : events) {
            const auto id = insertAnnotation(*m_database, event);
            if (!id)
                return id.error();
            ids.push_back(*id);
        }
        return ids;
    });
}

Status SqliteStoreWriter::markRuns(std::span<const RunMark> events)
{
    return transaction([&]() -> Status {
        for (const RunMark &event : events) {
            if (Status added = insertRunMark(*m_database, event); !added)
                return added;
        }
        return {};
    });
}

Status SqliteStoreWriter::recordTransition(RunId run, TaskId task, MethodId method,
                                           const Transition &transition)
{
    return whole<void>([&] { return addTransition(*m_database, run, task, method, transition); });
}

Status SqliteStoreWriter::setRunState(RunId run, const std::string &state,
                                      const std::string &isoTime)
{
    if (state != "finished" && state != "cancelled" && state != "running")
        return invalid("\"" + state + "\" is not a state of a run",
                       "one of finished, cancelled, running");
    const auto known = m_database->lookup("SELECT 1 FROM run WHERE id = ?", run.value);
    if (!known)
        return known.error();
    if (!*known)
        return Error{Errc::NotFound, "the store has no such run", m_database->file().string()};
    return m_database->run("UPDATE run SET state = ?, finished_at = ? WHERE id = ?", state,
                           state == "running" ? std::string() : isoTime, run.value);
}

Status SqliteStoreWriter::transaction(const std::function<Status()> &body)
{
    return whole<void>([&] { return body(); });
}

} // namespace

namespace {

Result<WriterLock> probeAndLock(const std::filesystem::path &file, const SchemaPlan &plan)
{
    // Probes before taking the lock, which would touch the folder of a file that is not ours.
    const Status ours = probeStoreFile(file, plan);
    if (!ours && ours.error().code != Errc::NotFound)
        return ours.error();
    return WriterLock::take(file);
}

Result<std::unique_ptr<StoreWriter>> openLocked(const std::filesystem::path &file,
                                                const SchemaPlan &plan,
                                                std::optional<WriterLock> lock, IfMissing missing)
{
    auto database = openForWriting(file, plan, {}, missing);
    if (!database)
        return std::move(database).error();
    auto writer = std::make_unique<SqliteStoreWriter>(std::move(lock), std::move(database).value());
    if (const Status marked = writer->markInterruptedRuns(); !marked)
        return marked.error();
    return std::unique_ptr<StoreWriter>(std::move(writer));
}

} // namespace

Result<std::unique_ptr<StoreWriter>> openStoreWriter(const std::filesystem::path &file,
                                                     const SchemaPlan &plan)
{
    auto lock = probeAndLock(file, plan);
    if (!lock)
        return std::move(lock).error();
    return openLocked(file, plan, std::move(lock).value(), IfMissing::Create);
}

Result<std::unique_ptr<StoreWriter>> openNewStoreWriter(const std::filesystem::path &file)
{
    auto database = openNewStore(file, currentSchema());
    if (!database)
        return std::move(database).error();
    return std::unique_ptr<StoreWriter>(
        std::make_unique<SqliteStoreWriter>(std::nullopt, std::move(*database)));
}

Result<std::unique_ptr<StoreWriter>> StoreWriter::open(const std::filesystem::path &file)
{
    return openStoreWriter(file, currentSchema());
}

Result<std::unique_ptr<StoreWriter>> openLockedStore(const std::filesystem::path &file,
                                                     const WriterLock *held)
{
    if (held == nullptr)
        return StoreWriter::open(file);
    return openLocked(file, currentSchema(), std::nullopt, IfMissing::Create);
}

Result<WriterLock> lockStore(const std::filesystem::path &file)
{
    return probeAndLock(file, currentSchema());
}

Result<std::unique_ptr<StoreWriter>> StoreWriter::openSame(const std::filesystem::path &file,
                                                           const StoreIdentity &expected)
{
    if (const Status same = checkIdentity(file, expected); !same)
        return same.error();
    auto lock = WriterLock::take(file);
    if (!lock)
        return std::move(lock).error();
    auto writer = openLocked(file, currentSchema(), std::move(lock).value(), IfMissing::Refuse);
    // Another program may have replaced the file between the first check and the opening.
    if (const Status same = checkIdentity(file, expected); !same)
        return same.error();
    return writer;
}

} // namespace loupe
