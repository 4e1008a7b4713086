// SPDX-License-Identifier: Apache-2.0
#include "core/executors/precisionruns.h"

#include "core/engine/contract/runcontrol.h"
#include "core/engine/run/severalprecisions.h"
#include "core/store/write/storewriter.h"

#include <cstddef>
#include <filesystem>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Observer of the parts that shows them as one run.
class PartsObserver final : public RunObserver
{
public:
    PartsObserver(RunObserver &next, const std::vector<PrecisionPart> &parts, int itemsOfEach)
        : m_next(next)
        , m_run(parts.front().request.partOf.run)
        , m_total(itemsOfEach * static_cast<int>(parts.size()))
    {
        for (const PrecisionPart &part : parts) {
            m_precisions.emplace_back(name(part.request.python.precisions.front()));
            m_done.push_back(part.alreadyDone);
        }
    }

    /// Shows the plan of all parts once. `plan` is that of any of them.
    void showPlan(PlanSummary plan)
    {
        if (std::exchange(m_isPlanned, true))
            return;
        plan.run = m_run;
        plan.items = m_total;
        plan.alreadyDone = done();
        plan.precisions = m_precisions;
        m_next.planned(plan);
    }
    /// Takes what follows as news of this part.
    void begin(std::size_t part)
    {
        m_part = part;
        m_load.reset();
    }
    /// Logs what limited the part, because its load is not that of the whole run. Returns the load.
    std::optional<RunLoad> end()
    {
        if (m_load && m_load->boundSoFar != RunBound::Nothing)
            m_next.logged(
                fmt::format("{}: limited by {}", m_precisions[m_part], name(m_load->boundSoFar)));
        return m_load;
    }

    void planned(const PlanSummary &plan) override
    {
        m_done[m_part] = plan.alreadyDone;
        showPlan(plan);
        m_next.logged(fmt::format("{}: stored as the run \"{}\"", m_precisions[m_part], plan.run));
    }
    void queued(const std::vector<ItemInfo> &items) override
    {
        std::vector<ItemInfo> marked;
        marked.reserve(items.size());
        for (const ItemInfo &item : items)
            marked.push_back(ofPart(item));
        m_next.queued(marked);
    }
    void tasksChecked(int done, int total) override { m_next.tasksChecked(done, total); }
    void itemStarted(const ItemInfo &item, Stage stage) override
    {
        m_next.itemStarted(ofPart(item), stage);
    }
    void itemFinished(const ItemResult &result, int doneOfPart, int /*totalOfPart*/) override
    {
        m_done[m_part] = doneOfPart;
        ItemResult marked = result;
        marked.item = ofPart(result.item);
        m_next.itemFinished(marked, done(), m_total);
    }
    void itemCancelled(const ItemInfo &item) override { m_next.itemCancelled(ofPart(item)); }
    void deviceLost(const std::string &device) override { m_next.deviceLost(device); }
    void loadTold(const RunLoad &load) override
    {
        m_load = load;
        m_next.loadTold(load);
    }
    void logged(const std::string &line) override { m_next.logged(line); }

private:
    int done() const { return std::accumulate(m_done.begin(), m_done.end(), 0); }
    ItemInfo ofPart(ItemInfo item) const
    {
        item.precision = m_precisions[m_part];
        return item;
    }

    RunObserver &m_next;
    std::string m_run;
    int m_total;
    std::vector<std::string> m_precisions;
    std::vector<int> m_done; ///< evaluations of each part
    std::size_t m_part = 0;
    std::optional<RunLoad> m_load;
    bool m_isPlanned = false;
};

Result<RunOutcome> runPart(const PrecisionPart &part, ResolvedRequest resolved, bool isResumed,
                           RunPlace &place, RunObserver &observer, const std::stop_token &stop)
{
    if (!isResumed || !part.isNew || !isElsewhere(part.request))
        return place.run(std::move(resolved), observer, stop);
    // The place may have begun it although no result has arrived here.
    const WriterLock *lock = resolved.storeLock;
    resolved.request.resume = true;
    auto ended = place.run(std::move(resolved), observer, stop);
    if (ended || ended.error().code != Errc::NotFound)
        return ended;
    auto again = resolveRequest(part.request);
    if (!again)
        return again.error();
    again->storeLock = lock;
    return place.run(std::move(*again), observer, stop);
}

/// Returns the runs of the request's store. Another place may have the job before there is a store.
StoredRuns runsOf(const RunRequest &request)
{
    StoredRuns runs = readRuns(request.store);
    if (!runs && runs.error().code == Errc::NotFound && isElsewhere(request))
        return std::vector<RunSummary>();
    return runs;
}

/// Describes a part that ended before a later one failed.
std::string storedLine(const RunOutcome &part)
{
    return fmt::format("{}: {} evaluated now, {} already there; {} correct, {} failed; stored",
                       part.run, part.evaluated, part.alreadyDone, part.correct, part.failed);
}

} // namespace

Result<RunOutcome> runEachPrecision(const ResolvedRequest &resolved, RunPlace &place,
                                    RunObserver &observer, const std::stop_token &stop)
{
    const std::filesystem::path &store = resolved.request.store;
    // Held from the choice of the parts to the last one's end, so that no other program writes or
    // finds an interrupted run in between.
    const auto lock = lockStore(store);
    if (!lock)
        return lock.error();
    const PlaceJobs jobs = resolved.request.resume
        ? PlaceJobs{place.groupInProgress(store, resolved.plan.precisions), {}}
        : PlaceJobs{{}, place.jobNames(store)};
    const auto parts = partsOf(resolved, runsOf(resolved.request), jobs);
    if (!parts)
        return parts.error();
    std::vector<ResolvedRequest> planned;
    planned.reserve(parts->size());
    for (const PrecisionPart &part : *parts) {
        auto one = resolveRequest(part.request);
        if (!one)
            return one.error();
        planned.push_back(std::move(*one));
    }
    const auto items = static_cast<int>(resolved.plan.items.size());
    PartsObserver watch(observer, *parts, items);
    const auto isStopped = [&] {
        const auto &control = resolved.request.control;
        return stop.stop_requested() || (control && control->token().stop_requested());
    };
    RunOutcome all;
    all.run = parts->front().request.partOf.run;
    for (std::size_t i = 0; i < parts->size(); ++i) {
        const PrecisionPart &part = (*parts)[i];
        // A place elsewhere keeps no job of a finished part. Here the run itself finds what is
        // left.
        if (isElsewhere(part.request) && part.isFinished && part.alreadyDone == items) {
            all.addPart({part.request.name, part.id, 0, part.alreadyDone});
            continue;
        }
        if (isStopped()) {
            all.cancelled = true;
            break;
        }
        watch.begin(i);
        planned[i].storeLock = &*lock;
        auto ended
            = runPart(part, std::move(planned[i]), resolved.request.resume, place, watch, stop);
        if (!ended) {
            for (const RunOutcome &done : all.parts)
                observer.logged(storedLine(done));
            return ended.error();
        }
        ended->load = watch.end();
        all.addPart(std::move(*ended));
    }
    const Plan &plan = resolved.plan;
    watch.showPlan({{}, plan.suiteName(), plan.tasks, 0, 0, plan.skipped, plan.isNative()});
    return all;
}

} // namespace loupe
