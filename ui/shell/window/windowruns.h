// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/generation/loop/generationsetup.h"
#include "ui/async/latestjob.h"
#include "ui/shell/session/services.h"
#include "ui/shell/session/workbench.h"

#include <QObject>
#include <QPointer>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QWidget;

namespace loupe::ui {

class DoctorDialog;
class NewRunDialog;
class OfferBar;
class RunJob;
class RunLine;
class RunNotice;
class StatusArea;
class WindowPanes;
class WindowStores;

/// Asks the user for a hint on the evaluation's program. Then passes a run to `start` that sends it
/// to the model and evaluates the answer. `services` must outlive the dialog.
void askWithHint(const Theme &theme, const Services &services, const std::filesystem::path &store,
                 RowId evaluation, QWidget *parent,
                 std::function<void(const std::shared_ptr<RunJob> &)> start);

/// Starts the runs of a window, follows the stores that they write, and resumes unfinished ones.
class WindowRuns final : public QObject
{
    Q_OBJECT
public:
    /// All must outlive this.
    WindowRuns(QWidget &window, const Workbench &bench, RunLine &line, WindowPanes &panes,
               WindowStores &stores, StatusArea &status, OfferBar &offer);
    ~WindowRuns() override;

    /// Starts a run and follows the store that it writes. Returns null if isPlaceOfLostStore().
    std::shared_ptr<RunJob> startRun(const RunRequest &request);
    /// Starts a run whose candidates a model writes.
    std::shared_ptr<RunJob> startGeneration(const GenerationRequest &request);
    /// Starts a run whose candidates an agent's command submits.
    std::shared_ptr<RunJob> startAgents(const AgentRunRequest &request);
    void runDemo();
    /// Evaluates stored candidates again, as a separate run in the same store.
    void rerun(std::vector<RowId> evaluations);
    /// Evaluates items with infrastructure errors again, in the same run if its candidates are
    /// known.
    void retryInfraErrors();
    /// Asks the user for a hint on the current result. Then starts a run that sends it to the model
    /// and evaluates the answer.
    void askWithHint();
    /// Returns true if the open store has an unfinished run that can be resumed.
    bool canResume() const;
    void resumeUnfinished();

    void showNewRun();
    /// Returns the present form for a new run, which may be hidden.
    NewRunDialog *newRunDialog();
    /// Returns true if a model or an agent writes the kernels of the run on the page Queue.
    bool hasRequests() const;
    /// Shows the requests of that run in a dialog.
    void showRequests();
    void showDoctor();
    DoctorDialog *doctorDialog();

private:
    /// Unfinished work of the open store, at most one of them.
    struct Unfinished {
        std::optional<UnfinishedRun> run;
        std::optional<GenerationRequest> generation;
        std::optional<AgentRunRequest> agents;
    };
    enum class WhenUnfinished { Offer, ShowButtons };

    NewRunDialog *makeRunDialog();
    /// Replaces the form for a new run by one with defaults for the open store.
    NewRunDialog *freshRunDialog();
    /// Returns the target of new runs while this store is open, or no store if it is empty.
    std::filesystem::path defaultStore(const std::filesystem::path &opened) const;
    RunRequest defaultRequest() const;
    GenerationRequest defaultGeneration() const;
    std::shared_ptr<RunJob> startJob(const std::shared_ptr<RunJob> &job);
    void followRun(const std::shared_ptr<RunJob> &job);
    void runEnded(const RunJob &job);
    static Result<Unfinished> findUnfinished(const UnfinishedFinder &findRun,
                                             const UnfinishedGenerationFinder &findGenerations,
                                             const UnfinishedAgentsFinder &findAgents,
                                             const std::filesystem::path &store);
    /// Looks for unfinished work of the open store. The bar offers it if `then` is Offer.
    void lookForUnfinished(WhenUnfinished then);
    void offerUnfinished();

    QWidget &m_window;
    const Workbench m_bench;
    RunLine &m_line;
    WindowPanes &m_panes;
    WindowStores &m_stores;
    StatusArea &m_status;
    OfferBar &m_offer;
    std::unique_ptr<RunNotice> m_notice;
    QPointer<NewRunDialog> m_newRun;
    QPointer<DoctorDialog> m_doctor;
    LatestJob<Result<Unfinished>> m_findingUnfinished;
    Unfinished m_unfinished;
    std::optional<RunRequest> m_lastRun; ///< last one that was started with folders of candidates
};

} // namespace loupe::ui
