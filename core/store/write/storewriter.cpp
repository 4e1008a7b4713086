// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/storewriter.h"

#include "core/store/file/storefile.h"
#include "core/store/merge/mergestores.h"
#include "core/store/rows/annotationrows.h"
#include "core/store/rows/dialoguerows.h"
#include "core/store/rows/evaluationrows.h"
#include "core/store/rows/failurerows.h"
#include "core/store/rows/findingrows.h"
#include "core/store/rows/readqueries.h"
#include "core/store/rows/recordrows.h"
#include "core/store/rows/runrows.h"
#include "core/store/rows/savedrows.h"
#include "core/store/sqlite/blobstore.h"
#include "core/store/sqlite/rowlisting.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/sqlite/writerlock.h"
#include "core/store/write/bulkinsert.h"
#include "core/store/write/evaluationwriter.h"

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
        return whole([&] { return addTaskRow(*m_database, task); });
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

    Result<RunId> beginRun(const Run &run) override
    {
        return whole([&]() -> Result<RunId> {
            const auto environment = addEnvironmentRow(*m_database, run.environment);
            if (!environment)
                return environment.error();
            auto id = m_database->insert(
                "INSERT INTO run (uuid, name, suite, origin, protocol, sandbox, tool_version, "
                "profile_json, started_at, finished_at, state, environment_id, precision) VALUES "
                "(?, ?, ?, ?, ?, ?, ?, ?, ?, '', 'running', ?, ?)",
                run.uuid, run.name, run.suite, run.origin, run.protocol, run.sandbox,
                run.toolVersion, run.profileJson, run.startedAt, *environment, run.precision);
            if (id)
                return RunId{*id};
            if (!m_database->lastFailureWasDuplicate())
                return std::move(id).error();
            const auto sameName
                = m_database->lookup("SELECT 1 FROM run WHERE name = ? COLLATE BINARY", run.name);
            if (sameName && *sameName)
                return m_database->fileError(
                    Errc::InvalidInput, "the store has a run named \"" + run.name + "\" already",
                    "choose another name, or resume that run");
            return m_database->fileError(Errc::InvalidInput,
                                         "the store has the run " + run.uuid + " already",
                                         "resume that run");
        });
    }

    Result<std::pair<RunId, Run>> findRun(const std::string &name) override
    {
        auto query = m_database->cached(runSelect() + "WHERE r.name = ? COLLATE BINARY");
        if (!query)
            return std::move(query).error();
        (*query)->bindAll(name);
        const auto row = (*query)->step();
        if (!row)
            return row.error();
        if (!*row)
            return m_database->fileError(Errc::NotFound,
                                         "the store has no run named \"" + name + "\"",
                                         "kloupe runs STORE lists them");
        std::pair<RunId, Run> found{RunId{(*query)->integer(runIdColumn)}, runFrom(**query)};
        (*query)->reset();
        return found;
    }

    Result<std::optional<std::string>> runWithUuid(const std::string &uuid) override
    {
        const auto found
            = readList<std::string>(*m_database, "SELECT name FROM run WHERE uuid = ?", uuid);
        if (!found)
            return found.error();
        return found->empty() ? std::nullopt : std::optional(found->front());
    }

    Result<std::set<EvaluationKey>> finishedEvaluations(RunId run) override
    {
        const auto keys = readList<EvaluationKey>(
            *m_database,
            selectOf<EvaluationKey>(
                "FROM evaluation e JOIN task t ON t.id = e.task_id JOIN method m ON m.id = "
                "e.method_id WHERE e.run_id = ? AND e.outcome <> 'infra_error'"),
            run.value);
        if (!keys)
            return keys.error();
        return std::set<EvaluationKey>(keys->begin(), keys->end());
    }

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
                         const Evaluation &evaluation) override
    {
        return whole([&]() -> Result<RowId> {
            for (const FurtherTime &time : evaluation.furtherTimes) {
                if (!time.missing.empty())
                    continue;
                if (Status added = addFurtherTime(*m_database, run, task, time.record); !added)
                    return added.error();
            }
            return insertEvaluation(*m_database, run, task, method, evaluation);
        });
    }

    Status recordAll(RunId run, const EvaluationParts &evaluations, const StoredNames &names,
                     const std::function<Status()> &advance) override
    {
        return transaction(
            [&] { return insertAllEvaluations(*m_database, run, evaluations, names, advance); });
    }
    Result<DialogueId> recordDialogue(RunId run, TaskId task, MethodId method,
                                      const Dialogue &dialogue, const RawAnswers &raw) override
    {
        return whole([&] { return storeDialogue(*m_database, run, task, method, dialogue, raw); });
    }

    Status recordCounters(RowId evaluation, const CounterProfile &profile) override
    {
        return whole([&]() -> Status {
            const auto known
                = m_database->lookup("SELECT 1 FROM evaluation WHERE id = ?", evaluation.value);
            if (!known)
                return known.error();
            if (!*known)
                return noEvaluation(*m_database, evaluation);
            return insertCounters(*m_database, evaluation.value, profile);
        });
    }

    Result<bool> recordReview(const Review &review) override
    {
        return whole([&] { return insertReview(*m_database, review); });
    }

    Result<std::vector<AnnotationId>> annotate(std::span<const Annotation> events) override
    {
        using Ids = std::vector<AnnotationId>;
        return whole([&]() -> Result<Ids> {
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

    Status markRuns(std::span<const RunMark> events) override
    {
        return transaction([&]() -> Status {
            for (const RunMark &event : events) {
                if (Status added = insertRunMark(*m_database, event); !added)
                    return added;
            }
            return {};
        });
    }

    Status recordAudit(const std::string &run,
                       const std::map<RowId, std::vector<Finding>> &findings, AuditedLayers layers,
                       const std::map<RowId, KernelTraits> &traits) override
    {
        const bool withSources = layers == AuditedLayers::RecordsAndSources;
        return transaction([&] {
            const Status replaced = replaceAuditFindings(*m_database, run, findings, withSources);
            return replaced ? storeTraits(*m_database, traits) : replaced;
        });
    }

    Status recordTransition(RunId run, TaskId task, MethodId method,
                            const Transition &transition) override
    {
        return whole([&] { return addTransition(*m_database, run, task, method, transition); });
    }

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
        return whole([&] { return loupe::refreshFailures(*m_database); });
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

    Status setRunState(RunId run, const std::string &state, const std::string &isoTime) override
    {
        if (state != "finished" && state != "cancelled" && state != "running")
            return m_database->fileError(Errc::InvalidInput,
                                         "\"" + state + "\" is not a state of a run",
                                         "one of finished, cancelled, running");
        const auto known = m_database->lookup("SELECT 1 FROM run WHERE id = ?", run.value);
        if (!known)
            return known.error();
        if (!*known)
            return m_database->fileError(Errc::NotFound, "the store has no such run");
        return m_database->run("UPDATE run SET state = ?, finished_at = ? WHERE id = ?", state,
                               state == "running" ? std::string() : isoTime, run.value);
    }

    Status transaction(const std::function<Status()> &body) override { return whole(body); }

private:
    /// Runs `body` in one transaction; within transaction(), in a savepoint of it.
    template <typename Body>
    auto whole(const Body &body) -> decltype(body())
    {
        auto transaction = Transaction::begin(*m_database, kind());
        if (!transaction)
            return std::move(transaction).error();
        ++m_depth;
        auto value = body();
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
    std::optional<WriterLock> m_lock; ///< nullopt if the caller holds it
    std::unique_ptr<Database> m_database;
    int m_depth = 0;
};

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
