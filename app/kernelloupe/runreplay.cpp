// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernelloupe/runreplay.h"

#include "core/engine/contract/runcontrol.h"
#include "core/engine/run/stageoccupations.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace loupe::app {

namespace {

constexpr int replayThreads = 4;
constexpr std::size_t replayedItems = 200;
constexpr std::chrono::milliseconds minStep{4};

/// Speed of the replay relative to a real run, for the reported load.
constexpr int replaySpeed = 400;

class ReplayClock final : public Clock
{
public:
    std::chrono::steady_clock::time_point steadyNow() const override
    {
        return m_begin + (std::chrono::steady_clock::now() - m_begin) * replaySpeed;
    }
    std::chrono::system_clock::time_point wallNow() const override
    {
        return systemClock().wallNow();
    }

private:
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
};

struct Story {
    RunSummary run;
    std::vector<ResultRow> rows;
};

Result<Story> readStory(const ui::StoreOpener &opener, const std::filesystem::path &store)
{
    auto reader = opener(store);
    if (!reader)
        return reader.error();
    const auto runs = (*reader)->runs();
    if (!runs)
        return runs.error();
    if (runs->empty())
        return Error{Errc::NotFound, "the store holds no run", store.string()};
    const RunSummary &chosen
        = *std::ranges::max_element(*runs, {}, [](const RunSummary &run) { return run.failed; });
    Filter filter;
    filter.terms.push_back({"run", FilterOp::Is, {chosen.run.name}, false, 0});
    auto ids = (*reader)->ids(filter);
    if (!ids)
        return ids.error();
    if (ids->size() > replayedItems)
        ids->resize(replayedItems);
    return Story{chosen, (*reader)->fetch(*ids)};
}

ItemInfo infoOf(const ResultRow &row, std::string device = {})
{
    return {row.task, row.category, row.method, row.sample, row.round, std::move(device)};
}

/// Replay of one stored run.
class Replay
{
public:
    Replay(const Story &story, const ReplayEnd &end, RunObserver &observer, RunControl &control)
        : m_story(story)
        , m_end(end)
        , m_observer(observer)
        , m_control(control)
    {
    }

    RunOutcome run()
    {
        m_outcome.run = m_story.run.run.name;
        m_outcome.id = m_story.run.id;
        const auto total = static_cast<int>(m_story.rows.size());
        m_observer.planned({m_outcome.run, m_story.run.run.suite, 0, total, 0, {}});
        std::vector<ItemInfo> items;
        items.reserve(m_story.rows.size());
        for (const ResultRow &row : m_story.rows)
            items.push_back(infoOf(row));
        m_observer.queued(items);
        m_control.begin(items.size());
        const std::jthread teller([this](const std::stop_token &stop) { tellLoad(stop); });
        std::vector<std::jthread> threads;
        threads.reserve(replayThreads);
        for (int thread = 0; thread < replayThreads; ++thread)
            threads.emplace_back([this, thread] { work(thread); });
        threads.clear();
        m_outcome.cancelled = m_control.hasCancelled();
        return m_outcome;
    }

private:
    void tellLoad(const std::stop_token &stop)
    {
        constexpr std::chrono::microseconds second(1000000 / replaySpeed);
        while (!stop.stop_requested() && !m_hangs) {
            std::this_thread::sleep_for(second);
            const RunLoad load = m_log->tell();
            const std::lock_guard lock(m_mutex);
            m_observer.loadTold(load);
        }
    }

    void work(int thread)
    {
        const std::string &kind = m_story.run.run.environment.deviceKind;
        const std::string device = kind == "cuda" ? "cuda:" + std::to_string(thread % 2) : "cpu";
        while (const auto turn = m_control.take()) {
            const ResultRow &row = m_story.rows[turn->item];
            const auto begin = std::chrono::steady_clock::now();
            const bool hangs = m_end.hangsAfter && m_taken++ >= *m_end.hangsAfter;
            if (hangs)
                m_hangs = true;
            const Stage stages[] = {Stage::Build, Stage::Verify, Stage::Time};
            const int last = hangs ? thread % 3 : 2;
            for (int i = 0; i <= last; ++i) {
                {
                    const std::lock_guard lock(m_mutex);
                    m_observer.itemStarted(infoOf(row, device), stages[i]);
                    m_stages.entered(&row, stages[i], device);
                }
                std::this_thread::sleep_for(minStep * (1 + turn->item % 5));
            }
            if (!hangs)
                m_stages.left(&row);
            if (hangs && m_end.failure)
                m_control.cancelAll();
            else if (hangs)
                waitForStop(turn->stop);
            else
                end(row, device, std::chrono::steady_clock::now() - begin);
            m_control.done(turn->item);
        }
    }

    void end(const ResultRow &row, const std::string &device, std::chrono::duration<double> taken)
    {
        const std::lock_guard lock(m_mutex);
        const Outcome outcome = outcomeOf(row.verdict);
        ++m_outcome.evaluated;
        m_outcome.correct += outcome == Outcome::Correct ? 1 : 0;
        m_outcome.failed += isFailure(outcome) ? 1 : 0;
        m_outcome.infraErrors += outcome == Outcome::InfraError ? 1 : 0;
        m_observer.itemFinished(
            {infoOf(row, device), row.id, row.verdict, row.message, row.speedup, taken.count()},
            m_outcome.evaluated, static_cast<int>(m_story.rows.size()));
        m_observer.logged(row.task + " " + row.method + ": "
                          + std::string(facts(row.verdict).label));
    }

    void waitForStop(const std::stop_token &stop)
    {
        std::unique_lock lock(m_waitMutex);
        m_never.wait(lock, stop, [] { return false; });
    }

    const Story &m_story;
    const ReplayEnd &m_end;
    RunObserver &m_observer;
    RunControl &m_control;
    std::atomic<int> m_taken = 0;
    std::atomic<bool> m_hangs = false;
    ReplayClock m_clock;
    std::shared_ptr<OccupationLog> m_log = std::make_shared<OccupationLog>(replayThreads, m_clock);
    StageOccupations m_stages{m_log};
    std::mutex m_mutex;
    std::mutex m_waitMutex;
    std::condition_variable_any m_never;
    RunOutcome m_outcome;
};

} // namespace

ui::RunLauncher makeReplay(ui::StoreOpener opener, ReplayEnd end)
{
    return [opener = std::move(opener),
            end = std::move(end)](const RunRequest &request, RunObserver &observer,
                                  const std::stop_token &stop) -> Result<RunOutcome> {
        const auto story = readStory(opener, request.store);
        if (!story)
            return story.error();
        RunControl &control = *request.control;
        const std::stop_callback stopping(stop, [&control] { control.cancelAll(); });
        const RunOutcome outcome = Replay(*story, end, observer, control).run();
        if (end.failure)
            return *end.failure;
        return outcome;
    };
}

} // namespace loupe::app
