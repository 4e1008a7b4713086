// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/runjob.h"

#include "ui/text/words.h"

#include <QMetaObject>

#include <algorithm>
#include <mutex>

namespace loupe::ui {

namespace {

constexpr std::size_t keptLogLines = 400;

bool sameItem(const ItemInfo &a, const ItemInfo &b)
{
    return a.task == b.task && a.method == b.method && a.sample == b.sample && a.round == b.round;
}

} // namespace

/// Gathers what the engine's threads tell; the GUI thread takes a copy when it wants one, so a
/// thousand events a second cost the window no more than ten.
class RunJob::Observer final : public RunObserver
{
public:
    void planned(const PlanSummary &plan) override
    {
        const std::lock_guard lock(m_mutex);
        m_state.plan = plan;
        m_state.total = plan.items;
        m_state.done = plan.alreadyDone;
        m_isDirty = true;
    }

    void itemStarted(const ItemInfo &item, Stage stage) override
    {
        const std::lock_guard lock(m_mutex);
        const auto at = find(item);
        if (at == m_state.current.size()) {
            m_state.current.push_back(item);
            m_state.currentStage.push_back(stage);
        } else {
            m_state.currentStage[at] = stage;
        }
        m_isDirty = true;
    }

    void itemFinished(const ItemResult &result, int done, int total) override
    {
        const std::lock_guard lock(m_mutex);
        const auto at = find(result.item);
        if (at < m_state.current.size()) {
            m_state.current.erase(m_state.current.begin() + static_cast<std::ptrdiff_t>(at));
            m_state.currentStage.erase(m_state.currentStage.begin()
                                       + static_cast<std::ptrdiff_t>(at));
        }
        m_state.done = done;
        m_state.total = total;
        ++m_state.counts[static_cast<std::size_t>(outcomeOf(result.verdict))];
        m_isDirty = true;
    }

    void logged(const std::string &line) override
    {
        const std::lock_guard lock(m_mutex);
        m_state.log.push_back(line);
        ++m_state.logged;
        if (m_state.log.size() > keptLogLines)
            m_state.log.pop_front();
        m_isDirty = true;
    }

    /// The state if it changed since the last call.
    std::optional<RunProgress> take()
    {
        const std::lock_guard lock(m_mutex);
        if (!m_isDirty)
            return std::nullopt;
        m_isDirty = false;
        return m_state;
    }

private:
    std::size_t find(const ItemInfo &item) const
    {
        const auto it = std::find_if(m_state.current.begin(), m_state.current.end(),
                                     [&](const ItemInfo &each) { return sameItem(each, item); });
        return static_cast<std::size_t>(it - m_state.current.begin());
    }

    std::mutex m_mutex;
    RunProgress m_state;
    bool m_isDirty = false;
};

RunJob::RunJob(RunLauncher launcher, RunRequest request, QObject *parent)
    : Job(parent)
    , m_launcher(std::move(launcher))
    , m_request(std::move(request))
    , m_observer(std::make_shared<Observer>())
{
    m_timer.setInterval(changeIntervalMs);
    connect(&m_timer, &QTimer::timeout, this, &RunJob::takeProgress);
}

RunJob::~RunJob()
{
    m_thread.request_stop();
}

void RunJob::start()
{
    m_isRunning = true;
    startClock();
    m_timer.start();
    m_thread = std::jthread([this](const std::stop_token &stop) {
        const auto outcome = m_launcher(m_request, *m_observer, stop);
        // Queued to the GUI thread; dropped when this object dies first, which joins us anyway.
        QMetaObject::invokeMethod(
            this, [this, outcome] { finish(outcome); }, Qt::QueuedConnection);
    });
}

void RunJob::cancel()
{
    m_isCancelling = true;
    m_thread.request_stop();
    emit changed();
}

void RunJob::takeProgress()
{
    if (auto state = m_observer->take())
        m_progress = std::move(*state);
    emit changed(); // the clock moves on, too
}

void RunJob::finish(const Result<RunOutcome> &outcome)
{
    m_timer.stop();
    takeProgress();
    m_progress.current.clear();
    m_progress.currentStage.clear();
    m_outcome = outcome;
    m_isRunning = false;
    emit finished();
}

QString RunJob::title() const
{
    if (!m_request.name.empty())
        return toQt(m_request.name);
    return m_progress.plan ? toQt(m_progress.plan->run) : tr("New run");
}

QString RunJob::progressText() const
{
    if (m_isCancelling && m_isRunning)
        return tr("stopping…");
    if (!m_progress.plan)
        return tr("planning…");
    return tr("evaluated %1 of %2").arg(countText(done()), countText(total()));
}

} // namespace loupe::ui
