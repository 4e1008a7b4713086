// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/failures/sanitizerreport.h"
#include "ui/shell/session/services.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

#include "tests/ui/fakestore.h"

namespace loupe::test {

/// Engine that runs step by step under the test's control. It blocks until the next step or a stop
/// request, and writes its results to a FakeStore.
class FakeEngine
{
public:
    explicit FakeEngine(std::shared_ptr<FakeStore> store) : m_store(std::move(store)) { }

    /// Lets `count` more evaluations finish.
    void step(int count)
    {
        const std::lock_guard lock(m_mutex);
        m_allowed += count;
        m_changed.notify_all();
    }

    ui::RunLauncher launcher()
    {
        return [this](const RunRequest &request, RunObserver &observer, std::stop_token stop) {
            return execute(request, observer, std::move(stop));
        };
    }

    /// Profiles one evaluation for each step, and stores counters of one launch, or a report of the
    /// sanitizer without findings. With `storeError` it waits for a further step before it stores.
    ui::KernelProfiler profiler()
    {
        return [this](const ProfilingRequest &request, const ui::ProfileWaiting &waiting,
                      const std::stop_token &stop) { return profile(request, waiting, stop); };
    }

    int items = 6;
    std::optional<Error> profileError; ///< answer of the profiler instead
    std::optional<Error> storeError;   ///< reason why it cannot store at first

private:
    Result<CounterProfile> profile(const ProfilingRequest &request,
                                   const ui::ProfileWaiting &waiting, const std::stop_token &stop)
    {
        if (!waitForStep(m_profiled, stop))
            return Error{Errc::Cancelled, "stopped"};
        ++m_profiled;
        if (profileError)
            return *profileError;
        if (storeError) {
            waiting(*storeError);
            if (!waitForStep(m_profiled, stop))
                return Error{Errc::Cancelled, "stopped"};
            ++m_profiled;
        }
        CounterProfile profile;
        profile.source = request.sanitizer.empty() ? "cupti" : sanitizerSource;
        profile.tool = request.sanitizer;
        profile.takenAt = "2026-11-30T00:00:00Z";
        if (request.sanitizer.empty()) {
            KernelCounters launch;
            launch.name = "counted_kernel";
            launch.achievedOccupancy = 0.5;
            profile.kernels = {launch};
        } else {
            profile.note = "no findings; verdict under it: correct";
            profile.original = "========= COMPUTE-SANITIZER\n";
        }
        m_store->recordCounters(request.evaluation, profile);
        return profile;
    }

    Result<RunOutcome> execute(const RunRequest &request, RunObserver &observer,
                               std::stop_token stop)
    {
        if (request.suite == "broken")
            return Error{.code = Errc::InvalidInput,
                         .message = "the suite cannot be read",
                         .where = "broken/task.json:name",
                         .detail = "a second problem"};
        observer.planned({"a run",
                          "native",
                          3,
                          items,
                          0,
                          {{"Math/odd.cpp", "no such task"}},
                          request.suite != "python"});
        RunOutcome outcome{"a run", {1}, 0, 0, 0, 0, 0, false};
        if (request.dryRun)
            return outcome;
        for (int i = 0; i < items; ++i) {
            const ItemInfo item{"Math/task_" + std::to_string(i), "Math", "tester", 0, 0};
            observer.itemStarted(item, Stage::Build);
            if (!waitForStep(i, stop)) {
                outcome.cancelled = true;
                return outcome;
            }
            m_store->addRows(1);
            ++outcome.evaluated;
            observer.logged("evaluated " + item.task);
            observer.itemFinished({item, {i + 1}, Verdict::WrongValue, "", {}}, i + 1, items);
        }
        return outcome;
    }

    bool waitForStep(int item, const std::stop_token &stop)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait(lock, stop, [&] { return m_allowed > item; });
    }

    std::shared_ptr<FakeStore> m_store;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    int m_allowed = 0;
    int m_profiled = 0;
};

} // namespace loupe::test
