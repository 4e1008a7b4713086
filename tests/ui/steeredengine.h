// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/contract/runcontrol.h"
#include "ui/shell/session/runlauncher.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace loupe::test {

/// Engine on two devices that takes its items from the request's control, like the real one. Each
/// item blocks until the test lets it end. It stores nothing.
class SteeredEngine
{
public:
    /// Lets any `count` more items end.
    void step(int count)
    {
        const std::lock_guard lock(m_mutex);
        m_allowed += count;
        m_changed.notify_all();
    }

    /// Reports the load of the current run.
    void tell(const RunLoad &load)
    {
        const std::lock_guard lock(m_mutex);
        m_observer->loadTold(load);
    }

    ui::RunLauncher launcher()
    {
        return [this](const RunRequest &request, RunObserver &observer,
                      const std::stop_token &stop) { return execute(request, observer, stop); };
    }
    std::vector<RunRequest> asked()
    {
        const std::lock_guard lock(m_mutex);
        return m_asked;
    }

    static ItemInfo itemAt(int place)
    {
        return {"Math/task_" + std::to_string(place), "Math", "tester", 0, 0};
    }

    int items = 8;
    int alreadyDone = 0; ///< evaluations that a resumed run finds stored, beside `items`
    int workers = 2;
    /// Number of items before a device is lost and the run fails; 0: never.
    int lostAfter = 0;
    std::function<Verdict(int place)> verdictOf
        = [](int place) { return place % 3 == 1 ? Verdict::WrongValue : Verdict::Correct; };

private:
    Result<RunOutcome> execute(const RunRequest &request, RunObserver &observer,
                               const std::stop_token &stop)
    {
        observer.planned(
            {"a run", "native", items + alreadyDone, items + alreadyDone, alreadyDone, {}});
        RunOutcome outcome{"a run", {1}, 0, alreadyDone, 0, 0, 0, false};
        if (request.dryRun)
            return outcome;
        std::vector<ItemInfo> line;
        for (int i = 0; i < items; ++i)
            line.push_back(itemAt(i));
        RunControl &control = *request.control;
        const std::stop_callback stopping(stop, [&control] { control.cancelAll(); });
        {
            const std::lock_guard lock(m_mutex);
            m_asked.push_back(request);
            m_observer = &observer;
            observer.queued(line);
        }
        control.begin(line.size());
        {
            std::vector<std::jthread> threads;
            for (int worker = 0; worker < workers; ++worker) {
                threads.emplace_back([&, worker] {
                    while (const auto turn = control.take())
                        evaluate(*turn, "cuda:" + std::to_string(worker % 2), observer, control,
                                 outcome);
                });
            }
            while (const auto dropped = control.takeDropped()) {
                const std::lock_guard lock(m_mutex);
                observer.itemCancelled(itemAt(static_cast<int>(*dropped)));
            }
        }
        outcome.cancelled = control.hasCancelled();
        if (lostAfter > 0)
            return Error{Errc::Environment, "the GPU does not respond"};
        return outcome;
    }

    void evaluate(const RunControl::Turn &turn, const std::string &device, RunObserver &observer,
                  RunControl &control, RunOutcome &outcome)
    {
        const auto place = static_cast<int>(turn.item);
        ItemInfo item = itemAt(place);
        item.device = device;
        {
            std::unique_lock lock(m_mutex);
            observer.itemStarted(item, Stage::Build);
            observer.itemStarted(item, Stage::Verify);
            if (m_changed.wait(lock, turn.stop, [this] { return m_allowed > 0; })) {
                --m_allowed;
                const Verdict verdict = verdictOf(place);
                observer.logged("evaluated " + item.task);
                ++outcome.evaluated;
                outcome.correct += verdict == Verdict::Correct ? 1 : 0;
                outcome.failed += isFailure(outcomeOf(verdict)) ? 1 : 0;
                outcome.infraErrors += verdict == Verdict::InfraError ? 1 : 0;
                observer.itemFinished({item, {place + 1}, verdict, "what happened", {}, 0.5},
                                      outcome.evaluated + alreadyDone, items + alreadyDone);
                if (outcome.evaluated == lostAfter) {
                    observer.deviceLost(device);
                    control.cancelAll();
                }
            } else {
                observer.itemCancelled(item);
            }
        }
        control.done(turn.item);
    }

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    int m_allowed = 0;
    RunObserver *m_observer = nullptr;
    std::vector<RunRequest> m_asked;
};

} // namespace loupe::test
