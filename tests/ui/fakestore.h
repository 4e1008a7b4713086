// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/device/kernelprofile.h"
#include "core/model/saved/runmark.h"
#include "core/store/read/storereader.h"
#include "ui/async/readerpool.h"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace loupe::test {

/// In-memory store that tests can write to while windows read it. Thread-safe.
class FakeStore : public std::enable_shared_from_this<FakeStore>
{
public:
    static std::shared_ptr<FakeStore> make() { return std::make_shared<FakeStore>(); }

    /// Adds rows. Row n (from 0) has id n + 1 and category "Math" or "Fusion". Verdicts alternate
    /// between correct with a speedup, wrong value and compile error.
    void addRows(int count);
    void addRow(const ResultRow &row);
    void addRun(const std::string &name, const std::string &protocol = {});

    /// Sets the source of the evaluation's candidate, instead of one that all have.
    void setSource(RowId evaluation, const std::string &source);

    /// Work and times of an evaluation's timed case.
    struct TimedWork {
        WorkRecord work;
        double candidateMs = 0;
        double baselineMs = 0;
    };
    void setWork(RowId evaluation, const TimedWork &timed);

    /// Sets the raw times of an evaluation.
    void setTimings(RowId evaluation, const std::vector<TimingSeries> &timings);

    /// Makes all evaluations those of this program's runs on a device of this kind: "cuda", "cpu".
    void setDeviceKind(const std::string &kind);
    /// Acts like StoreWriter::recordCounters.
    void recordCounters(RowId evaluation, const CounterProfile &profile);

    /// Sets the dialogue that produced the evaluation's candidate.
    void setDialogue(RowId evaluation, const Dialogue &dialogue);
    /// Sets the data of all dialogues for figures.
    void setAsked(std::vector<AskedDialogue> asked);

    /// Sets the hash of all tasks of a run.
    void setTaskHash(const std::string &run, const std::string &hash);

    /// Sets the baseline of all recorded speedups, and a further time of all tasks.
    void setBaselines(const std::string &own, const ReferenceTime &further);

    /// Adds a finding. A suspicion or a proof withholds the evaluation until a review clears a
    /// suspicion.
    void addFinding(RowId id, const Finding &finding);
    /// Acts like StoreWriter::recordReview without its refusals.
    void review(const Review &review);
    std::vector<Review> reviews();

    /// Acts like StoreWriter::annotate without its refusals.
    Status annotate(std::span<const Annotation> events);
    std::vector<Annotation> annotations();

    /// Acts like StoreWriter::markRuns without its refusals.
    Status markRuns(std::span<const RunMark> events);
    RunMarks runMarks();

    /// Act like StoreWriter::saveView and removeView.
    Status saveView(const SavedView &view);
    Status removeView(const std::string &name);
    /// Saves a figure together with its exported data.
    Status saveFigure(const StoredFigure &figure);
    Status removeFigure(const std::string &name);

    /// Returns an opener that opens this store for any path. A path containing "missing" fails.
    ui::StoreOpener opener();

    /// state of the file as reported by readers
    std::atomic<StorePresence> presence = StorePresence::Present;
    std::vector<std::filesystem::path> copies; ///< requested from readers

    std::atomic<int> fetches = 0;
    std::atomic<int> idQueries = 0;
    /// Called by ids() on the worker thread with its token. Tests can block it here.
    std::function<void(const std::stop_token &)> duringIds;
    /// Called by sources() on the worker thread after each source. Tests can block it here.
    std::function<void()> duringSources;

private:
    friend class FakeReader;
    bool isWithheld(RowId id) const;
    std::optional<std::string> sourceOf(RowId evaluation);
    std::vector<TimingSeries> timingsOf(RowId evaluation);
    std::vector<CounterProfile> countersOf(RowId evaluation);
    Run runOfAll();

    std::mutex m_mutex;
    std::vector<ResultRow> m_rows;
    std::vector<AskedDialogue> m_asked;
    std::vector<RunSummary> m_runs;
    std::vector<Annotation> m_annotations;
    std::vector<RunMark> m_runMarks;
    std::map<std::string, std::string> m_hashes; ///< of tasks, by run
    std::string m_baseline;                      ///< of all speedups
    std::shared_ptr<const ReferenceTimes> m_further;
    std::vector<StoredFinding> m_findings;
    std::vector<Review> m_reviews;
    std::vector<StoredFigure> m_figures;
    std::map<RowId, Dialogue> m_dialogues;
    std::map<RowId, std::string> m_sources;
    std::map<RowId, TimedWork> m_works;
    std::map<RowId, std::vector<TimingSeries>> m_timings;
    std::map<RowId, std::vector<CounterProfile>> m_counters;
    std::string m_deviceKind;
    std::vector<SavedView> m_views;
    std::int64_t m_version = 1;
};

} // namespace loupe::test
