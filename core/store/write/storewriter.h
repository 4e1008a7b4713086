// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/record/dialogue.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/goldenrecord.h"
#include "core/model/record/importedfile.h"
#include "core/model/record/run.h"
#include "core/model/record/task.h"
#include "core/model/record/transition.h"
#include "core/model/saved/annotation.h"
#include "core/model/saved/runmark.h"
#include "core/model/saved/savedview.h"
#include "core/model/saved/storedfigure.h"
#include "core/model/saved/storedpreset.h"
#include "core/model/verdict/finding.h"
#include "core/records/reading/evaluationparts.h"
#include "core/store/file/schemaplan.h"
#include "core/store/merge/mergestores.h"
#include "core/store/sqlite/storeidentity.h"
#include "core/store/sqlite/writerlock.h"
#include "core/store/write/evaluationkey.h"
#include "core/store/write/recordedkeys.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace loupe {

/// The scope of an audit: records only, or also the sources of imports.
enum class AuditedLayers { Records, RecordsAndSources };

/// The single connection that writes a store. At most one exists per file: a second open, from any
/// process, fails with Busy. Not thread-safe: it belongs to one thread at a time. Every call that
/// returns success survives a kill of the process.
class StoreWriter
{
public:
    /// Opens the store. It creates a missing file, and migrates an older version after a backup
    /// next to it. Fails with InvalidInput (not a store), Unsupported (newer version), Corrupt
    /// (damaged), Busy (locked) or Io (read-only medium).
    static Result<std::unique_ptr<StoreWriter>> open(const std::filesystem::path &file);
    /// Opens the same file that a reader has open, and never creates one. Fails like
    /// checkIdentity() if the path now names another file.
    static Result<std::unique_ptr<StoreWriter>> openSame(const std::filesystem::path &file,
                                                         const StoreIdentity &expected);
    virtual ~StoreWriter() = default;

    /// Adds or finds the task by (suite, name, hash).
    virtual Result<TaskId> addTask(const Task &task) = 0;
    virtual Result<MethodId> addMethod(const Method &method) = 0;
    /// Stores the references of known tasks that have none, all or nothing. Fails with NotFound if
    /// a task is unknown.
    virtual Status addReferences(std::span<const Task> tasks) = 0;
    /// Creates a run in state "running". Fails with InvalidInput if the uuid or name is taken.
    virtual Result<RunId> beginRun(const Run &run) = 0;
    /// For --resume: returns the run by name, with the settings it was started with. Fails with
    /// NotFound if there is none.
    virtual Result<std::pair<RunId, Run>> findRun(const std::string &name) = 0;
    /// Returns the name of the run with this uuid, so that an import can detect existing runs.
    virtual Result<std::optional<std::string>> runWithUuid(const std::string &uuid) = 0;
    /// Returns the finished evaluations of a run, which a resumed run skips. Infrastructure errors
    /// are not among them.
    virtual Result<std::set<EvaluationKey>> finishedEvaluations(RunId run) = 0;
    /// Returns the contents of the run, for comparison with another reading of its source.
    virtual Result<RecordedKeys> recordedKeys(RunId run) = 0;
    /// Returns the names of runs that have an evaluation with the same key and source
    /// (recordedkeys.h).
    virtual Result<std::vector<std::string>>
    runsHolding(const std::string &origin, const std::string &suite, const Evaluation &evaluation)
        = 0;
    /// Returns the text of a blob.
    virtual Result<std::string> text(std::int64_t blob) = 0;
    /// Stores one complete evaluation (sources, logs, trials, samples) in one transaction. Its task
    /// and method must have been added. Fails with InvalidInput if the key exists, unless the
    /// existing evaluation is an infra error or a round without a record. Such an evaluation is
    /// replaced.
    virtual Result<RowId> record(RunId run, TaskId task, MethodId method,
                                 const Evaluation &evaluation)
        = 0;
    /// Stores all evaluations of a run without any, in one transaction and much faster than one by
    /// one. Their tasks and methods must have been added. `advance` is called after each; if it
    /// fails, nothing is stored.
    virtual Status recordAll(RunId run, const EvaluationParts &evaluations,
                             const StoredNames &names, const std::function<Status()> &advance)
        = 0;
    /// Adds the dialogue for one sample, or its new parts. It is idempotent (storeddialogue.h
    /// defines what stays, and the use of `raw`). Must precede the evaluations, whose candidates
    /// refer to requests.
    virtual Result<DialogueId> recordDialogue(RunId run, TaskId task, MethodId method,
                                              const Dialogue &dialogue, const RawAnswers &raw)
        = 0;
    /// Does the same for answers whose raw bytes are included or already stored.
    Result<DialogueId> recordDialogue(RunId run, TaskId task, MethodId method,
                                      const Dialogue &dialogue)
    {
        return recordDialogue(run, task, method, dialogue, {});
    }
    /// Adds a profiler's measurements to an evaluation. Fails with NotFound if there is no such
    /// evaluation.
    virtual Status recordCounters(RowId evaluation, const CounterProfile &profile) = 0;
    /// Adds a user's decision about an evaluation's suspicions, which is never changed. Returns
    /// whether the evaluation is now flagged; one with a proof stays flagged. Fails
    /// with NotFound for an unknown evaluation. Fails with InvalidInput if it has nothing to
    /// review, or person or reason are missing.
    virtual Result<bool> recordReview(const Review &review) = 0;
    /// Adds annotations of evaluations, all or none, and returns the events' ids. An event that
    /// exists already (by uuid) keeps its id, so that an uncertain call can be repeated. Fails with
    /// NotFound if an evaluation is missing, and with InvalidInput for an invalid event.
    virtual Result<std::vector<AnnotationId>> annotate(std::span<const Annotation> events) = 0;
    /// Adds marks of runs, all or none. An event that exists already (by uuid) is unchanged. Fails
    /// with NotFound if a run is missing, and with InvalidInput if an event has no person.
    virtual Status markRuns(std::span<const RunMark> events) = 0;
    /// Replaces the findings of the last audit, of one run or with an empty name of all runs.
    /// Findings from the records themselves (rules "recorded_…") stay. `traits` are those of the
    /// audited sources, and replace the stored ones. Fails with NotFound for an unknown evaluation.
    virtual Status recordAudit(const std::string &run,
                               const std::map<RowId, std::vector<Finding>> &findings,
                               AuditedLayers layers, const std::map<RowId, KernelTraits> &traits)
        = 0;
    Status recordAudit(const std::string &run,
                       const std::map<RowId, std::vector<Finding>> &findings)
    {
        return recordAudit(run, findings, AuditedLayers::Records, {});
    }
    virtual Status recordTransition(RunId run, TaskId task, MethodId method,
                                    const Transition &transition)
        = 0;
    /// Stores a recorded reference time. Its task must have been added.
    virtual Status recordGolden(RunId run, TaskId task, const GoldenRecord &record) = 0;
    /// Stores files that a run is imported from, after its existing ones.
    virtual Status keepFiles(RunId run, std::span<const ImportedFile> files) = 0;
    /// Recomputes the reasons of all failures; returns the number of failures. Only needed for
    /// stores of older programs, because new records already have them.
    virtual Result<std::int64_t> refreshFailures() = 0;
    /// Stores a named filter, replacing one of the same name. Fails with InvalidInput if the filter
    /// is invalid.
    virtual Status saveView(const SavedView &view) = 0;
    /// Fails with NotFound if there is no such view.
    virtual Status removeView(const std::string &name) = 0;
    /// Stores the spec of a figure (name, spec, savedAt), replacing one of the same name. Fails
    /// with InvalidInput if the name is empty or the spec is not JSON.
    virtual Status saveFigure(const StoredFigure &figure) = 0;
    /// Stores the record of a figure's export (dataHash, numbers, exportedAt). Fails with NotFound
    /// if there is no such figure.
    virtual Status recordExport(const StoredFigure &figure) = 0;
    /// Fails with NotFound if there is no such figure.
    virtual Status removeFigure(const std::string &name) = 0;
    /// Stores a run preset, replacing one of the same name.
    virtual Status savePreset(const StoredPreset &preset) = 0;
    /// Fails with NotFound if there is no such preset.
    virtual Status removePreset(const std::string &name) = 0;
    /// Adds the missing contents of another store (mergestores.h defines equality), in one
    /// transaction. It is idempotent. Fails with Unsupported if that store has reviews or
    /// annotations.
    virtual Result<MergedPart> absorb(const std::filesystem::path &other) = 0;
    /// Sets the run's state to "finished", "cancelled" or "running" (for a resumed run).
    virtual Status setRunState(RunId run, const std::string &state, const std::string &isoTime) = 0;

    /// Runs `body` in one transaction; if it fails, nothing is stored.
    virtual Status transaction(const std::function<Status()> &body) = 0;
};

/// Opens a store with another plan than this program's, so that tests can simulate a future
/// version.
Result<std::unique_ptr<StoreWriter>> openStoreWriter(const std::filesystem::path &file,
                                                     const SchemaPlan &plan);

/// Creates a store for exclusive use by this writer until it gets its name (openNewStore()). The
/// caller must hold its WriterLock.
Result<std::unique_ptr<StoreWriter>> openNewStoreWriter(const std::filesystem::path &file);

/// Locks a store for several writers, one after another, so that no other program writes between
/// them. Fails like StoreWriter::open(), and makes no file.
Result<WriterLock> lockStore(const std::filesystem::path &file);

/// Opens a store like StoreWriter::open(). If the caller holds its lock, it stays locked
/// afterwards.
Result<std::unique_ptr<StoreWriter>> openLockedStore(const std::filesystem::path &file,
                                                     const WriterLock *held);

} // namespace loupe
