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

/// What a run has told so far; copied from the engine's thread ten times a second.
struct RunProgress {
    std::optional<PlanSummary> plan;
    int done = 0;
    int total = 0;
    std::array<int, 9> counts{};     ///< evaluations by Outcome, this session
    std::vector<ItemInfo> current;   ///< items that are being worked on
    std::vector<Stage> currentStage; ///< same length
    std::deque<std::string> log;     ///< the last lines
    std::size_t logged = 0;          ///< all lines so far
    std::vector<std::string> lost;   ///< devices that answer no more
};

/// One evaluation run on a thread of its own, and the line of its items. Destroying it stops the
/// run and waits for the engine, which answers within a second.
class RunJob : public Job
{
    Q_OBJECT
public:
    RunJob(RunLauncher launcher, RunRequest request, QObject *parent = nullptr);
    ~RunJob() override;

    /// Counts as running from now on, but begins with start(): another run goes first.
    void enqueue();
    void start();
    /// With the control that steers it.
    const RunRequest &request() const { return m_request; }
    const RunProgress &progress() const { return m_progress; }
    /// Empty where the engine does not tell its items beforehand, until they begin.
    const RunItems &items() const { return m_items; }
    /// What went on in it in the last minutes, by second.
    const std::deque<RunLoad> &loads() const { return m_loads; }
    /// The items in the order in which they will be evaluated.
    std::vector<std::size_t> line() const;
    /// Set once finished() has been emitted.
    const std::optional<Result<RunOutcome>> &outcome() const { return m_outcome; }
    bool isCancelling() const { return m_isCancelling; }

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
    QString remainingText() const override;
    void cancel() override;

signals:
    /// Items were added at the end, or the line changed otherwise than by taking its first.
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
    std::jthread m_thread; // last: joined before anything it uses goes
};

} // namespace loupe::ui
