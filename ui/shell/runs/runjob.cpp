// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/runs/runjob.h"

#include "ui/text/words.h"

#include <QMetaObject>

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

namespace loupe::ui {

namespace {

constexpr std::size_t keptLogLines = 400;
constexpr double keptLoadSeconds = 300;

bool sameItem(const ItemInfo &a, const ItemInfo &b)
{
    return a.task == b.task && a.method == b.method && a.sample == b.sample && a.round == b.round
        && a.precision == b.precision;
}

} // namespace

/// Events of the engine since the last take().
struct RunNews {
    RunProgress progress;
    std::vector<ItemInfo> queued;
    std::vector<ItemEvent> events;
    std::vector<RunLoad> loads;
};

/// Collects the events of the engine's threads. The GUI thread takes them at its own pace, so that
/// a high rate of events does not slow the window.
class RunJob::Observer final : public RunObserver
{
public:
    /// Returns the seconds since the start of the run.
    double now() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
    }

    void planned(const PlanSummary &plan) override
    {
        const std::lock_guard lock(m_mutex);
        m_state.plan = plan;
        m_state.total = plan.items;
        m_state.done = plan.alreadyDone;
        m_isDirty = true;
    }

    void queued(const std::vector<ItemInfo> &items) override
    {
        const std::lock_guard lock(m_mutex);
        m_line.clear();
        m_placeInLine.clear();
        for (const ItemInfo &item : items) {
            const std::size_t place = placeOf(item);
            m_placeInLine[place] = m_line.size();
            m_line.push_back(place);
        }
        m_isDirty = true;
    }

    /// Converts positions in the engine's queue into item indices. Each call of the engine has its
    /// own queue.
    std::vector<std::size_t> itemsAt(const std::vector<std::size_t> &places) const
    {
        const std::lock_guard lock(m_mutex);
        std::vector<std::size_t> items;
        for (const std::size_t place : places) {
            if (place < m_line.size())
                items.push_back(m_line[place]);
        }
        return items;
    }

    /// Converts item indices into positions in the queue; skips items of earlier queues.
    std::vector<std::size_t> placesOf(std::span<const std::size_t> items) const
    {
        const std::lock_guard lock(m_mutex);
        std::vector<std::size_t> places;
        for (const std::size_t item : items) {
            if (const auto found = m_placeInLine.find(item); found != m_placeInLine.end())
                places.push_back(found->second);
        }
        return places;
    }

    void tasksChecked(int done, int total) override
    {
        const std::lock_guard lock(m_mutex);
        m_state.checked = done;
        m_state.toCheck = total;
        m_isDirty = true;
    }

    void itemStarted(const ItemInfo &item, Stage stage) override
    {
        const std::lock_guard lock(m_mutex);
        m_events.push_back({placeOf(item), stateOf(stage), now(), item.device, {}});
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
        m_events.push_back(
            {placeOf(result.item), stateOf(result.verdict), now(), result.item.device, result});
        forget(result.item);
        m_state.done = done;
        m_state.total = total;
        ++m_state.counts[static_cast<std::size_t>(outcomeOf(result.verdict))];
        m_isDirty = true;
    }

    void itemCancelled(const ItemInfo &item) override
    {
        const std::lock_guard lock(m_mutex);
        m_events.push_back({placeOf(item), ItemState::Cancelled, now(), {}, {}});
        forget(item);
        m_isDirty = true;
    }

    void deviceLost(const std::string &device) override
    {
        const std::lock_guard lock(m_mutex);
        m_state.lost.push_back(device);
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

    void loadTold(const RunLoad &load) override
    {
        const std::lock_guard lock(m_mutex);
        m_loads.push_back(load);
        m_isDirty = true;
    }

    /// Returns all news if anything changed since the last call.
    std::optional<RunNews> take()
    {
        const std::lock_guard lock(m_mutex);
        if (!m_isDirty)
            return std::nullopt;
        m_isDirty = false;
        return RunNews{m_state, std::exchange(m_queued, {}), std::exchange(m_events, {}),
                       std::exchange(m_loads, {})};
    }

private:
    /// Returns the item's index; an unknown item gets the next one.
    std::size_t placeOf(const ItemInfo &item)
    {
        const auto [found, isNew] = m_places.emplace(
            std::tuple(item.task, item.method, item.sample, item.round, item.precision),
            m_places.size());
        if (isNew) {
            m_queued.push_back(item);
            m_queued.back().device.clear();
        }
        return found->second;
    }
    void forget(const ItemInfo &item)
    {
        const auto at = static_cast<std::ptrdiff_t>(find(item));
        if (at == std::ssize(m_state.current))
            return;
        m_state.current.erase(m_state.current.begin() + at);
        m_state.currentStage.erase(m_state.currentStage.begin() + at);
    }
    std::size_t find(const ItemInfo &item) const
    {
        const auto it = std::find_if(m_state.current.begin(), m_state.current.end(),
                                     [&](const ItemInfo &each) { return sameItem(each, item); });
        return static_cast<std::size_t>(it - m_state.current.begin());
    }

    const std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    mutable std::mutex m_mutex;
    RunProgress m_state;
    std::vector<std::size_t> m_line;                  ///< item indices in queue order
    std::map<std::size_t, std::size_t> m_placeInLine; ///< position in the queue by item index
    std::map<std::tuple<std::string, std::string, int, int, std::string>, std::size_t> m_places;
    std::vector<ItemInfo> m_queued;
    std::vector<ItemEvent> m_events;
    std::vector<RunLoad> m_loads;
    bool m_isDirty = false;
};

RunJob::RunJob(RunLauncher launcher, RunRequest request, QObject *parent)
    : Job(parent)
    , m_launcher(std::move(launcher))
    , m_request(std::move(request))
{
    m_request.control = std::make_shared<RunControl>();
    m_timer.setInterval(changeIntervalMs);
    connect(&m_timer, &QTimer::timeout, this, &RunJob::takeProgress);
}

void RunJob::enqueue()
{
    m_isRunning = true;
    m_isWaiting = true;
}

void RunJob::start()
{
    m_isRunning = true;
    m_isWaiting = false;
    m_observer = std::make_shared<Observer>();
    startClock();
    m_timer.start();
    m_thread = std::jthread([this](const std::stop_token &stop) {
        const auto outcome = m_launcher(m_request, *m_observer, stop);
        // Queued to the GUI thread. If this object is destroyed first, the call is dropped and the
        // thread joined.
        QMetaObject::invokeMethod(
            this, [this, outcome] { finish(outcome); }, Qt::QueuedConnection);
    });
}

void RunJob::cancel()
{
    m_isCancelling = true;
    if (m_isWaiting) {
        m_isWaiting = false;
        RunOutcome nothing;
        nothing.cancelled = true;
        // The caller of cancel() does not expect finished() before it returns.
        QMetaObject::invokeMethod(
            this, [this, nothing] { finish(nothing); }, Qt::QueuedConnection);
    }
    m_request.control->cancelAll();
    m_thread.request_stop();
    emit changed();
}

std::vector<std::size_t> RunJob::line() const
{
    const std::vector<std::size_t> places = m_request.control->waiting();
    return m_observer ? m_observer->itemsAt(places) : places;
}

std::vector<std::size_t> RunJob::placesOf(std::span<const std::size_t> items) const
{
    return m_observer ? m_observer->placesOf(items) : std::vector(items.begin(), items.end());
}

void RunJob::setPaused(bool isPaused)
{
    if (isPaused)
        m_request.control->pause();
    else
        m_request.control->resume();
    emit changed();
}

void RunJob::cancelItems(std::span<const std::size_t> items)
{
    for (const std::size_t item : items)
        m_items.setStopping(item);
    m_request.control->cancel(placesOf(items));
    emit lineChanged();
}

void RunJob::moveToFront(std::span<const std::size_t> items)
{
    m_request.control->moveToFront(placesOf(items));
    emit lineChanged();
}

void RunJob::moveToBack(std::span<const std::size_t> items)
{
    m_request.control->moveToBack(placesOf(items));
    emit lineChanged();
}

void RunJob::takeProgress()
{
    if (m_observer) {
        auto news = m_observer->take();
        const bool isLonger = news && !news->queued.empty();
        if (news) {
            m_progress = std::move(news->progress);
            m_items.append(news->queued);
            for (const ItemEvent &event : news->events)
                m_items.apply(event);
            for (RunLoad &load : news->loads)
                keep(load);
        }
        m_items.advance(m_observer->now());
        if (isLonger)
            emit lineChanged();
    }
    emit changed(); // the clock advances, too
}

void RunJob::keep(RunLoad load)
{
    // Each call of the engine restarts its clock at 0.
    if (m_lastSecond && load.second < *m_lastSecond)
        m_secondsBefore += *m_lastSecond;
    m_lastSecond = load.second;
    load.second += m_secondsBefore;
    m_loads.push_back(load);
    while (m_loads.front().second < load.second - keptLoadSeconds)
        m_loads.pop_front();
}

void RunJob::finish(const Result<RunOutcome> &outcome)
{
    m_timer.stop();
    takeProgress();
    m_items.end(!outcome || outcome->cancelled);
    m_progress.current.clear();
    m_progress.currentStage.clear();
    m_outcome = outcome;
    m_isRunning = false;
    emit finished();
}

QString RunJob::title() const
{
    if (!m_request.name.empty())
        return lineText(m_request.name);
    return m_progress.plan ? lineText(m_progress.plan->run) : tr("New run");
}

QString RunJob::progressText() const
{
    if (m_isCancelling && m_isRunning)
        return tr("stopping…");
    if (m_isWaiting)
        return tr("waiting for another job");
    if (m_isRunning && isPaused())
        return tr("paused at %1 of %2").arg(countText(done()), countText(total()));
    if (!m_progress.plan)
        return tr("planning…");
    if (isChecking())
        return checkingText();
    return tr("evaluated %1 of %2").arg(countText(done()), countText(total()));
}

QString RunJob::checkingText() const
{
    return counted(m_progress.toCheck, tr("checking %1 task with its controls: %2 of %1"),
                   tr("checking %1 tasks with their controls: %2 of %1"))
        .arg(countText(m_progress.checked));
}

std::optional<RemainingTime> RunJob::remaining() const
{
    // Of several precisions, the items of the later ones are announced when they begin.
    const bool hasMore = m_progress.plan && !m_progress.plan->precisions.empty();
    const int known = m_items.count(ItemState::Waiting) + m_items.underWay()
        + m_items.count(ItemState::Cancelled);
    return m_items.remaining(hasMore ? std::max(0, total() - done() - known) : 0);
}

QString RunJob::remainingText() const
{
    const auto rest = remaining();
    if (!rest || isPaused() || m_isCancelling)
        return {};
    return tr("%1 left (%2 to %3)")
        .arg(durationText(rest->expected), durationText(rest->low), durationText(rest->high));
}

} // namespace loupe::ui
