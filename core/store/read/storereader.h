// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askeddialogue.h"
#include "core/analysis/failures/failureclusters.h"
#include "core/analysis/rows/rowparts.h"
#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/goldenrecord.h"
#include "core/model/record/importedfile.h"
#include "core/model/record/metricrow.h"
#include "core/model/record/recordedstate.h"
#include "core/model/record/run.h"
#include "core/model/record/task.h"
#include "core/model/record/transition.h"
#include "core/model/saved/annotation.h"
#include "core/model/saved/filter.h"
#include "core/model/saved/savedview.h"
#include "core/model/saved/storedfigure.h"
#include "core/model/saved/storedpreset.h"
#include "core/model/verdict/finding.h"
#include "core/store/rows/dialoguerows.h"
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

struct Scope;

/// Selects whether rows of pairs that a filter's terms on methods exclude may be missing. These are
/// many if a side of a comparison is one method.
enum class PairRows { All, Selected };

/// Selects whether rows have the costs of their candidates, which appear as not recorded otherwise.
/// Skipping them takes four fifths of the time.
enum class RowCosts { Read, Skip };

/// What rows in parts are for.
struct PartsRequest {
    PairRows which = PairRows::All;
    RowCosts costs = RowCosts::Skip;
    /// The scope of the populations that are made of the rows, whatever their baseline is; null:
    /// not known. Rows that its conditions exclude may be missing then; see RowParts::applied().
    const Scope *scope = nullptr;
};

/// A read-only connection. Many may exist while one writer writes. Not thread-safe: each thread
/// opens its own (cheap). The rows of one call come from a consistent state.
class StoreReader : public RowSource
{
public:
    /// Opens for reading, also from a read-only medium (then without the writer's latest pages).
    /// Fails like StoreWriter::open, but never migrates: an older version fails with Unsupported
    /// and the command that migrates it.
    static Result<std::unique_ptr<StoreReader>> open(const std::filesystem::path &file);

    virtual Result<std::vector<RunSummary>> runs() = 0;
    /// Returns the matching ids, in order. Speedups are the recorded ones; listResults() has those
    /// over a scope's baseline. Fails with Cancelled soon after `stop` is requested.
    virtual Result<std::vector<RowId>> ids(const Filter &filter, SortOrder order,
                                           std::stop_token stop)
        = 0;
    Result<std::vector<RowId>> ids(const Filter &filter, SortOrder order = {})
    {
        return ids(filter, order, std::stop_token());
    }
    virtual Result<EvaluationDetail> detail(RowId id) = 0;
    /// Returns the measurements of these evaluations, in input order: speedup and its limits, the
    /// times of both sides, raw times and work. All other members are empty. Much faster than
    /// detail(). Call it for some hundred evaluations at a time. Fails with NotFound if one does
    /// not exist.
    virtual Result<std::vector<Evaluation>> measurements(std::span<const RowId> evaluations) = 0;
    /// Returns the sources of these evaluations' candidates, in input order. Call it for some
    /// dozen evaluations at a time. Fails with NotFound if one does not exist.
    virtual Result<std::vector<CandidateSource>> sources(std::span<const RowId> evaluations) = 0;
    /// Returns the rows from which a population can be made: all that match the filter's
    /// conditionTerms(), in stored order. Rows that its other terms select are marked, and
    /// populationOf() keeps the pairs whose representative is marked; see MetricRow::isSelected().
    virtual Result<std::vector<MetricRow>> metricRows(const Filter &filter, std::stop_token stop)
        = 0;
    Result<std::vector<MetricRow>> metricRows(const Filter &filter)
    {
        return metricRows(filter, std::stop_token());
    }
    /// Does the same without the cost of candidates.
    virtual Result<std::vector<MetricRow>> metricRowsWithoutCosts(const Filter &filter,
                                                                  std::stop_token stop)
    {
        return metricRows(filter, std::move(stop));
    }
    /// Does the same for populations, which need the rows in parts only.
    virtual Result<std::unique_ptr<RowParts>>
    rowParts(const Filter &filter, const PartsRequest &request, std::stop_token stop);
    /// Returns true if a timed result without a speedup may get one over a reference time.
    virtual Result<bool> canJoinReferences() = 0;
    /// Returns the data for an audit of the matching evaluations, in stored order.
    virtual Result<std::vector<RecordedState>> recordedStates(const Filter &filter) = 0;
    /// Returns the distinct values of each field with counts under `filter`, most frequent first.
    /// Fields must be text fields of the filter language, level or round. Several fields at once
    /// cost little more than one. Fails with Cancelled soon after `stop` is requested.
    virtual Result<std::vector<std::vector<FacetCount>>>
    facets(std::span<const std::string> fields, const Filter &filter, std::stop_token stop) = 0;
    /// Does facets() for one field.
    Result<std::vector<FacetCount>> facet(const std::string &field, const Filter &filter,
                                          std::stop_token stop = {});
    /// Returns every evaluation of the same (task, method, sample) in the same run, by round.
    virtual Result<std::vector<RowId>> trajectory(RowId id) = 0;
    virtual Result<std::vector<Task>> tasks(const std::string &suite) = 0;
    /// Returns the findings of rules about the matching evaluations, by evaluation, then in stored
    /// order. Fails with Cancelled soon after `stop` is requested.
    virtual Result<std::vector<StoredFinding>> findings(const Filter &filter, std::stop_token stop)
        = 0;
    /// Returns every review, in stored order.
    virtual Result<std::vector<Review>> reviews() = 0;
    /// Returns the annotations of these evaluations, event by event; judgementFrom() derives their
    /// state.
    virtual Result<std::vector<Annotation>> annotations(std::span<const RowId> evaluations) = 0;
    /// Returns the last `most` annotations of this person, of any evaluation, in stored order.
    virtual Result<std::vector<Annotation>> latestAnnotations(const std::string &person,
                                                              std::int64_t most)
        = 0;
    /// Returns recorded reference times of one run or, with an empty name, of all runs.
    virtual Result<std::vector<StoredGoldenRecord>> goldenRecords(const std::string &run) = 0;
    /// Returns the files that a run was imported from, in their order; empty for a run of the
    /// engine.
    virtual Result<std::vector<ImportedFile>> importedFiles(const std::string &run) = 0;
    /// Returns failures by fingerprint, method, category and round; failureClusters() adds them up.
    virtual Result<std::vector<FailureCount>> failureCounts(const Filter &filter) = 0;
    /// Returns the reason of each matching failure, in no order. Fails with Cancelled soon after
    /// `stop` is requested.
    virtual Result<std::vector<FailureReason>> failureReasons(const Filter &filter,
                                                              std::stop_token stop)
        = 0;
    /// Returns the first member of a cluster that a later round corrected; nullopt if there is
    /// none.
    virtual Result<std::optional<FailureCure>> failureCure(std::span<const Name> fingerprints,
                                                           const Filter &filter)
        = 0;
    /// Returns the recorded dialogues with models, by run, task, method and sample.
    virtual Result<std::vector<DialogueRow>> dialogues(const DialogueFilter &filter) = 0;
    /// Fails with NotFound if it does not exist.
    virtual Result<Dialogue> dialogue(DialogueId id, RawBytes raw) = 0;
    /// Returns the dialogue that the evaluation's candidate comes from; nullopt if none was
    /// recorded.
    virtual Result<std::optional<DialogueId>> dialogueOf(RowId evaluation) = 0;
    /// Returns the data of all dialogues that figures need, by run, then in stored order. Much
    /// faster than dialogue() for each.
    virtual Result<std::vector<AskedDialogue>> askedDialogues() = 0;
    /// Returns the named filters, by name.
    virtual Result<std::vector<SavedView>> savedViews() = 0;
    /// Returns the stored figures, by name.
    virtual Result<std::vector<StoredFigure>> figures() = 0;
    /// Returns the run presets, by name.
    virtual Result<std::vector<StoredPreset>> presets() = 0;
    /// Frees cached pages of the file. Later queries read them from the system's cache.
    virtual void forgetPages() { }
    /// Returns a number that changes with every commit of a writer: cheap polling for live views.
    virtual std::int64_t dataVersion() = 0;
    /// Returns the file that was opened; nullopt if there is none.
    virtual std::optional<StoreIdentity> identity() const = 0;
    /// Returns whether that file is still there. Costs microseconds.
    virtual StorePresence presence() const = 0;
    /// Writes the state that this connection sees into one file, even if the store's own was
    /// deleted. `target` is replaced atomically.
    virtual Status copyTo(const std::filesystem::path &target) = 0;
    /// Runs `PRAGMA integrity_check` and checks foreign keys and blob digests; empty if there are
    /// no problems.
    virtual Result<std::vector<std::string>> check() = 0;
};

/// Runs of a store; an error if there is no such store.
using StoredRuns = Result<std::vector<RunSummary>>;

/// Opens the store and reads its runs.
StoredRuns readRuns(const std::filesystem::path &store);

} // namespace loupe
