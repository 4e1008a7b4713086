// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/contract/runcontrol.h"
#include "ui/shell/runs/runitems.h"
#include "ui/shell/session/job.h"
#include "ui/shell/session/runlauncher.h"

#include <QStringList>
#include <QTimer>

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <thread>

namespace loupe::ui {

/// Progress of a run, copied from the engine's thread ten times a second.
struct RunProgress {
    std::optional<PlanSummary> plan;
    int done = 0;
    int total = 0;
    int checked = 0;                 ///< tasks whose controls ended
    int toCheck = 0;                 ///< tasks with controls to run before the first item
    std::array<int, 9> counts{};     ///< evaluations of this session by Outcome
    std::vector<ItemInfo> current;   ///< active items
    std::vector<Stage> currentStage; ///< same length
    std::deque<std::string> log;     ///< last lines
    std::size_t logged = 0;          ///< number of all lines so far
    std::vector<std::string> lost;   ///< devices that no longer respond
};

/// Evaluation run on a separate thread, with its items. Its destructor stops the run and waits for
/// the engine, which takes up to a second.
class RunJob : public Job
{
    Q_OBJECT
public:
    RunJob(RunLauncher launcher, RunRequest request, QObject *parent = nullptr);

    /// Marks the job as running, although it waits for start() after another run.
    void enqueue();
    void start();
    /// Returns the request including its control object.
    const RunRequest &request() const { return m_request; }
    const RunProgress &progress() const { return m_progress; }
    /// Returns the items. If the engine does not announce them, they appear as they start.
    const RunItems &items() const { return m_items; }
    /// Returns the load of the last minutes, by second.
    const std::deque<RunLoad> &loads() const { return m_loads; }
    /// Returns the items in the order of evaluation.
    std::vector<std::size_t> line() const;
    /// Set after finished() has been emitted.
    const std::optional<Result<RunOutcome>> &outcome() const { return m_outcome; }
    bool isCancelling() const { return m_isCancelling; }
    /// Returns true while the controls of the tasks run, before the first item starts.
    bool isChecking() const { return m_isRunning && m_progress.checked < m_progress.toCheck; }
    /// Returns "checking 74 tasks with their controls: 31 of 74".
    QString checkingText() const;

    bool isPaused() const { return m_request.control->isPaused(); }
    void setPaused(bool isPaused);
    void cancelItems(std::span<const std::size_t> items);
    void moveToFront(std::span<const std::size_t> items);
    void moveToBack(std::span<const std::size_t> items);

    QString title() const override;
    QString progressText() const override;
    int done() const override { return m_progress.done; }
    int total() const override { return m_progress.total; }
    bool isRunning() const override { return m_isRunning; }
    bool isWaiting() const override { return m_isWaiting; }
    /// Estimates the remaining time of the whole run.
    std::optional<RemainingTime> remaining() const;
    QString remainingText() const override;
    void cancel() override;

signals:
    /// Emitted when items were added at the end, or the queue changed other than by taking its
    /// first item.
    void lineChanged();

private:
    class Observer;
    std::vector<std::size_t> placesOf(std::span<const std::size_t> items) const;
    void takeProgress();
    void keep(RunLoad load);
    void finish(const Result<RunOutcome> &outcome);

    RunLauncher m_launcher;
    RunRequest m_request;
    RunProgress m_progress;
    RunItems m_items;
    std::deque<RunLoad> m_loads;
    std::optional<double> m_lastSecond; ///< of the engine's last call
    double m_secondsBefore = 0;         ///< of its earlier calls
    std::optional<Result<RunOutcome>> m_outcome;
    std::shared_ptr<Observer> m_observer;
    QTimer m_timer;
    bool m_isRunning = false;
    bool m_isWaiting = false;
    bool m_isCancelling = false;
    std::jthread m_thread; // last: joined before the members that it uses are destroyed
};

} // namespace loupe::ui
