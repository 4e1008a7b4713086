// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askeddialogue.h"
#include "core/analysis/failures/failureclusters.h"
#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/annotation.h"
#include "core/model/evaluation.h"
#include "core/model/filter.h"
#include "core/model/finding.h"
#include "core/model/goldenrecord.h"
#include "core/model/importedfile.h"
#include "core/model/metricrow.h"
#include "core/model/recordedstate.h"
#include "core/model/review.h"
#include "core/model/run.h"
#include "core/model/savedview.h"
#include "core/model/storedfigure.h"
#include "core/model/storedpreset.h"
#include "core/model/task.h"
#include "core/model/transition.h"
#include "core/store/rows/dialoguerows.h"
#include "core/store/rows/rowsource.h"
#include "core/store/rows/storedvalues.h"
#include "core/store/sqlite/storeidentity.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// A read-only connection. Many may exist while one writer writes. Not thread-safe: each thread
/// opens its own (cheap). Rows come from a consistent state per call.
class StoreReader : public RowSource
{
public:
    /// Opens for reading, also from a read-only medium (then without the writer's latest pages).
    /// Refuses as StoreWriter::open does, but never migrates: an older version is Unsupported with
    /// the command that migrates it.
    static Result<std::unique_ptr<StoreReader>> open(const std::filesystem::path &file);

    virtual Result<std::vector<RunSummary>> runs() = 0;
    /// The ids that match, in order. Returns Cancelled soon after `stop` is requested.
    virtual Result<std::vector<RowId>> ids(const Filter &filter, SortOrder order,
                                           std::stop_token stop)
        = 0;
    Result<std::vector<RowId>> ids(const Filter &filter, SortOrder order = {})
    {
        return ids(filter, order, std::stop_token());
    }
    virtual Result<EvaluationDetail> detail(RowId id) = 0;
    /// What was measured of each of these evaluations, in the order asked: speedup and its limits,
    /// the times of both sides, raw times and work; all else is left empty. Much faster than
    /// detail(). To be asked for some hundred at a time. NotFound where there is no such one.
    virtual Result<std::vector<Evaluation>> measurements(std::span<const RowId> evaluations) = 0;
    /// The rows of which a population can be made: all that meet the filter's conditionTerms(), in
    /// the order in which they were stored. What its other terms select is marked, and
    /// populationOf() keeps the pairs whose representative is; see MetricRow::isSelected().
    virtual Result<std::vector<MetricRow>> metricRows(const Filter &filter, std::stop_token stop)
        = 0;
    Result<std::vector<MetricRow>> metricRows(const Filter &filter)
    {
        return metricRows(filter, std::stop_token());
    }
    /// The same without what candidates cost, which is read as if it were not recorded: in four
    /// fifths of the time.
    virtual Result<std::vector<MetricRow>> metricRowsWithoutCosts(const Filter &filter,
                                                                  std::stop_token stop)
    {
        return metricRows(filter, std::move(stop));
    }
    /// What an audit of records needs of the matching evaluations, in the order in which they were
    /// stored.
    virtual Result<std::vector<RecordedState>> recordedStates(const Filter &filter) = 0;
    /// Distinct values of each of these fields, which are text fields of the filter language, or
    /// level or round, with counts under `filter`, most frequent first. Several fields at once cost
    /// little more than one. Cancelled soon after `stop` is requested.
    virtual Result<std::vector<std::vector<FacetCount>>>
    facets(std::span<const std::string> fields, const Filter &filter, std::stop_token stop) = 0;
    /// As facets() of one field.
    Result<std::vector<FacetCount>> facet(const std::string &field, const Filter &filter,
                                          std::stop_token stop = {});
    /// Every evaluation of the same (task, method, sample) in the same run, by round.
    virtual Result<std::vector<RowId>> trajectory(RowId id) = 0;
    virtual Result<std::vector<Task>> tasks(const std::string &suite) = 0;
    /// The recorded steps between rounds of a run, in the order in which they were stored.
    virtual Result<std::vector<Transition>> transitions(const std::string &run) = 0;
    /// What rules found about the matching evaluations, by evaluation, then in the order in which
    /// it was stored. Cancelled soon after `stop` is requested.
    virtual Result<std::vector<StoredFinding>> findings(const Filter &filter, std::stop_token stop)
        = 0;
    /// Every review, in the order in which they were stored.
    virtual Result<std::vector<Review>> reviews() = 0;
    /// What people said of these evaluations, event by event; judgementFrom() says what holds.
    virtual Result<std::vector<Annotation>> annotations(std::span<const RowId> evaluations) = 0;
    /// The last `most` things that this person said, of any evaluation, in the order they were
    /// stored.
    virtual Result<std::vector<Annotation>> latestAnnotations(const std::string &person,
                                                              std::int64_t most)
        = 0;
    /// The imported records of a run as they were, in their order: what makes an import lossless.
    virtual Result<std::vector<std::string>> originalRecords(const std::string &run) = 0;
    /// Recorded times of references, of one run or, with an empty name, of all.
    virtual Result<std::vector<StoredGoldenRecord>> goldenRecords(const std::string &run) = 0;
    /// The files that a run was imported from, in their order; empty for a run of the engine.
    virtual Result<std::vector<ImportedFile>> importedFiles(const std::string &run) = 0;
    /// Failures by fingerprint, method, category and round; failureClusters() adds them up.
    virtual Result<std::vector<FailureCount>> failureCounts(const Filter &filter) = 0;
    /// Why each of the matching failures failed, in no order. Cancelled soon after `stop` is
    /// requested.
    virtual Result<std::vector<FailureReason>> failureReasons(const Filter &filter,
                                                              std::stop_token stop)
        = 0;
    /// The first member of a cluster that a later round put right; nullopt where there is none.
    virtual Result<std::optional<FailureCure>> failureCure(const std::string &fingerprint,
                                                           const Filter &filter)
        = 0;
    /// What was recorded of dialogues with models, by run, task, method and sample.
    virtual Result<std::vector<DialogueRow>> dialogues(const DialogueFilter &filter) = 0;
    /// NotFound when there is no such one.
    virtual Result<Dialogue> dialogue(DialogueId id, RawBytes raw) = 0;
    /// The one that the evaluation's candidate comes from; nullopt where none was recorded.
    virtual Result<std::optional<DialogueId>> dialogueOf(RowId evaluation) = 0;
    /// What figures need of all dialogues, by run, then as they were stored; much faster than
    /// dialogue() of each.
    virtual Result<std::vector<AskedDialogue>> askedDialogues() = 0;
    /// The named filters, by name.
    virtual Result<std::vector<SavedView>> savedViews() = 0;
    /// The figures that the store keeps, by name.
    virtual Result<std::vector<StoredFigure>> figures() = 0;
    /// The run presets, by name.
    virtual Result<std::vector<StoredPreset>> presets() = 0;
    /// Gives back the pages of the file that are kept for the next question, which is answered as
    /// before, from the system's.
    virtual void forgetPages() { }
    /// Changes whenever a writer committed: cheap polling for live views.
    virtual std::int64_t dataVersion() = 0;
    /// The file that was opened; nothing where there is none.
    virtual std::optional<StoreIdentity> identity() const = 0;
    /// What became of that file since. Costs microseconds.
    virtual StorePresence presence() const = 0;
    /// Writes what this connection sees into one file, also after the store's own was deleted.
    /// `target` is replaced in one step.
    virtual Status copyTo(const std::filesystem::path &target) = 0;
    /// `PRAGMA integrity_check`, foreign keys, blob digests; empty when all is well.
    virtual Result<std::vector<std::string>> check() = 0;
};

} // namespace loupe
