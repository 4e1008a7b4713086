// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/runmark.h"
#include "core/store/read/storereader.h"
#include "ui/async/readerpool.h"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace loupe::test {

/// A store in memory that tests can write to while windows read it. Thread-safe.
class FakeStore : public std::enable_shared_from_this<FakeStore>
{
public:
    static std::shared_ptr<FakeStore> make() { return std::make_shared<FakeStore>(); }

    /// Row n (from 0) has id n + 1, category "Math" or "Fusion", verdicts in turn: correct with a
    /// speedup, wrong value, compile error.
    void addRows(int count);
    void addRow(const ResultRow &row);
    void addRun(const std::string &name);

    /// What was said to get the evaluation's candidate.
    void setDialogue(RowId evaluation, const Dialogue &dialogue);
    /// What figures need of all dialogues.
    void setAsked(std::vector<AskedDialogue> asked);

    /// From now on tasks of this run have this hash.
    void setTaskHash(const std::string &run, const std::string &hash);

    /// A suspicion or a proof withholds its evaluation until a review clears a suspicion.
    void addFinding(RowId id, const Finding &finding);
    /// As StoreWriter::recordReview, without its refusals.
    void review(const Review &review);
    std::vector<Review> reviews();

    /// As StoreWriter::annotate, without its refusals.
    Status annotate(std::span<const Annotation> events);
    std::vector<Annotation> annotations();

    /// As StoreWriter::markRuns, without its refusals.
    Status markRuns(std::span<const RunMark> events);
    RunMarks runMarks();

    /// As StoreWriter::saveView and removeView.
    Status saveView(const SavedView &view);
    Status removeView(const std::string &name);
    /// Keeps a figure whole, with what was exported of it.
    Status saveFigure(const StoredFigure &figure);
    Status removeFigure(const std::string &name);

    /// Opens readers of this store whatever the path; "missing" in the path fails.
    ui::StoreOpener opener();

    /// What readers say became of the file.
    std::atomic<StorePresence> presence = StorePresence::Present;
    std::vector<std::filesystem::path> copies; ///< that readers were asked for

    std::atomic<int> fetches = 0;
    std::atomic<int> idQueries = 0;
    /// Called by ids() on the worker, with its token; tests hold it up here.
    std::function<void(const std::stop_token &)> duringIds;

private:
    friend class FakeReader;
    bool isWithheld(RowId id) const;

    std::mutex m_mutex;
    std::vector<ResultRow> m_rows;
    std::vector<AskedDialogue> m_asked;
    std::vector<RunSummary> m_runs;
    std::vector<Annotation> m_annotations;
    std::vector<RunMark> m_runMarks;
    std::map<std::string, std::string> m_hashes; ///< of tasks, by run
    std::vector<StoredFinding> m_findings;
    std::vector<Review> m_reviews;
    std::vector<StoredFigure> m_figures;
    std::map<RowId, Dialogue> m_dialogues;
    std::vector<SavedView> m_views;
    std::int64_t m_version = 1;
};

} // namespace loupe::test
