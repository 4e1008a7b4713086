// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/annotation.h"
#include "core/model/dialogue.h"
#include "core/model/evaluation.h"
#include "core/model/goldenrecord.h"
#include "core/model/importedfile.h"
#include "core/model/rawanswers.h"
#include "core/model/review.h"
#include "core/model/run.h"
#include "core/model/runmark.h"
#include "core/model/savedview.h"
#include "core/model/storedfigure.h"
#include "core/model/storedpreset.h"
#include "core/model/task.h"
#include "core/model/transition.h"
#include "core/store/merge/mergestores.h"
#include "core/store/sqlite/storeidentity.h"
#include "core/store/write/evaluationkey.h"
#include "core/store/write/recordedkeys.h"
#include "core/store/write/storednames.h"

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

/// What an audit looked at: records beside each other, and with them the sources of imports.
enum class AuditedLayers { Records, RecordsAndSources };

/// The one connection that writes a store. At most one exists per file: a second open, from any
/// process, fails with Busy. Not thread-safe: it belongs to one thread at a time. Every call that
/// returns success is durable against a kill of the process.
class StoreWriter
{
public:
    /// Opens the store, creating the file if it does not exist, migrating an older version after
    /// a backup beside it. Refuses: a file that is not ours (InvalidInput), one of a newer version
    /// (Unsupported), a damaged one (Corrupt), a locked one (Busy), a read-only medium (Io).
    static Result<std::unique_ptr<StoreWriter>> open(const std::filesystem::path &file);
    /// Opens the very store that a reader has open, and never creates one. Fails as checkIdentity()
    /// does where the path names it no more.
    static Result<std::unique_ptr<StoreWriter>> openSame(const std::filesystem::path &file,
                                                         const StoreIdentity &expected);
    virtual ~StoreWriter() = default;

    /// Adds or finds the task by (suite, name, hash).
    virtual Result<TaskId> addTask(const Task &task) = 0;
    virtual Result<MethodId> addMethod(const Method &method) = 0;
    /// A new run in state "running". Fails with InvalidInput when the uuid or name is taken.
    virtual Result<RunId> beginRun(const Run &run) = 0;
    /// For --resume: the run by name with what it was started with. NotFound when there is none.
    virtual Result<std::pair<RunId, Run>> findRun(const std::string &name) = 0;
    /// The name of the run with this uuid, so that an import can tell what is there already.
    virtual Result<std::optional<std::string>> runWithUuid(const std::string &uuid) = 0;
    /// What the run has already, so that a resumed one does only the rest; failures of the
    /// machinery are not among it.
    virtual Result<std::set<EvaluationKey>> finishedEvaluations(RunId run) = 0;
    /// What the run holds, to compare another reading of its source with.
    virtual Result<RecordedKeys> recordedKeys(RunId run) = 0;
    /// Names of runs that hold an evaluation of the same place and source (recordedkeys.h).
    virtual Result<std::vector<std::string>>
    runsHolding(const std::string &origin, const std::string &suite, const Evaluation &evaluation)
        = 0;
    /// A stored text by its place.
    virtual Result<std::string> text(std::int64_t blob) = 0;
    /// Stores one evaluation whole (sources, logs, trials, samples), in one transaction. Its task
    /// and method must have been added. An evaluation whose key exists is refused (InvalidInput),
    /// unless that one is an infra error or stands for a round that no record showed: then it takes
    /// its place.
    virtual Result<RowId> record(RunId run, TaskId task, MethodId method,
                                 const Evaluation &evaluation)
        = 0;
    /// Stores all evaluations of a run that holds none yet, in one transaction and much faster than
    /// one by one. Their tasks and methods must have been added. `advance` is called after each;
    /// its error ends the call, and nothing is stored.
    virtual Status recordAll(RunId run, std::span<const Evaluation> evaluations,
                             const StoredNames &names, const std::function<Status()> &advance)
        = 0;
    /// Adds what was said to get the candidates of one sample, or what is new of it; a second time
    /// changes nothing (storeddialogue.h says what stays, and what `raw` is for). Before the
    /// evaluations, whose candidates name requests.
    virtual Result<DialogueId> recordDialogue(RunId run, TaskId task, MethodId method,
                                              const Dialogue &dialogue, const RawAnswers &raw)
        = 0;
    /// Of answers that have with them what servers sent, or are stored with it.
    Result<DialogueId> recordDialogue(RunId run, TaskId task, MethodId method,
                                      const Dialogue &dialogue)
    {
        return recordDialogue(run, task, method, dialogue, {});
    }
    /// Adds what a profiler measured to an evaluation. NotFound when there is no such one.
    virtual Status recordCounters(RowId evaluation, const CounterProfile &profile) = 0;
    /// Adds what a person decided about an evaluation's suspicions; it is never changed again.
    /// Gives whether the evaluation is outside headline numbers now: a proof stays there. NotFound
    /// when there is no such one; InvalidInput when it has nothing to review, or person or reason
    /// are missing.
    virtual Result<bool> recordReview(const Review &review) = 0;
    /// Adds what people said of evaluations, all of it or nothing, and gives the events' ids. An
    /// event that is there already (by uuid) keeps its id, so that a doubtful call can be repeated.
    /// NotFound, InvalidInput: an evaluation is missing, or an event says nothing that can be kept.
    virtual Result<std::vector<AnnotationId>> annotate(std::span<const Annotation> events) = 0;
    /// Adds what people said of runs, all of it or nothing. An event that is there already (by
    /// uuid) is left as it is. NotFound, InvalidInput: a run is missing, or nobody says it.
    virtual Status markRuns(std::span<const RunMark> events) = 0;
    /// Keeps what an audit of records found with the evaluations it is about, in place of what the
    /// last audit of the run, or with an empty name of all runs, kept. NotFound for an evaluation
    /// that is not there. What the records themselves said (rules "recorded_…") stays. `traits` are
    /// those of the sources that were read; they replace what these evaluations had.
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
    /// Stores a recorded time of a reference. Its task must have been added.
    virtual Status recordGolden(RunId run, TaskId task, const GoldenRecord &record) = 0;
    /// Keeps files that a run is imported from, behind those that it has.
    virtual Status keepFiles(RunId run, std::span<const ImportedFile> files) = 0;
    /// Works the reasons of all failures out again; gives how many failures there are. What is
    /// recorded has them already: this is for stores of older programs.
    virtual Result<std::int64_t> refreshFailures() = 0;
    /// Keeps a named filter; one of that name is replaced. InvalidInput where the filter is not
    /// one.
    virtual Status saveView(const SavedView &view) = 0;
    /// NotFound when there is no such view.
    virtual Status removeView(const std::string &name) = 0;
    /// Keeps how a figure is made (name, spec, savedAt); the spec of one of that name is replaced.
    /// InvalidInput where the name is empty or the spec is no JSON.
    virtual Status saveFigure(const StoredFigure &figure) = 0;
    /// Keeps what was exported of a figure (dataHash, numbers, exportedAt). NotFound when there is
    /// no such one.
    virtual Status recordExport(const StoredFigure &figure) = 0;
    /// NotFound when there is no such figure.
    virtual Status removeFigure(const std::string &name) = 0;
    /// Keeps a run preset; one of that name is replaced.
    virtual Status savePreset(const StoredPreset &preset) = 0;
    /// NotFound when there is no such preset.
    virtual Status removePreset(const std::string &name) = 0;
    /// Adds what another store has and this one lacks (mergestores.h says what is the same), in one
    /// transaction; a second time changes nothing. Unsupported where it holds reviews or marks.
    virtual Result<MergedPart> absorb(const std::filesystem::path &other) = 0;
    /// Ends the run as "finished", "cancelled" or "running" (a resumed one starts again).
    virtual Status setRunState(RunId run, const std::string &state, const std::string &isoTime) = 0;

    /// Runs `body` in one transaction: all of it is stored or, when it fails, nothing.
    virtual Status transaction(const std::function<Status()> &body) = 0;
};

} // namespace loupe
