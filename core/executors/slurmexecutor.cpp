// SPDX-License-Identifier: Apache-2.0
#include "core/executors/slurmexecutor.h"

#include "core/base/clock.h"
#include "core/base/digest.h"
#include "core/base/files.h"
#include "core/base/pause.h"
#include "core/engine/contract/runcontrol.h"
#include "core/engine/run/recorder.h"
#include "core/engine/run/resolvedrequest.h"
#include "core/executors/askedjobs.h"
#include "core/executors/linefile.h"
#include "core/executors/shardmerge.h"
#include "core/executors/slurmqueue.h"
#include "core/executors/slurmtemplate.h"
#include "core/executors/watcheditems.h"
#include "core/store/write/openwriter.h"

#include <algorithm>
#include <chrono>
#include <set>

#include <fmt/format.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr int maxBarrenAttempts = 3;
constexpr std::chrono::seconds cancelTime{30};
constexpr double steerSeconds = 0.2;

/// Returns the names of the jobs whose folders the site has for a store.
std::set<std::string> jobNamesIn(const SlurmTemplate &site, const std::string &store)
{
    std::set<std::string> names;
    newestJob(site.folder, [&](const NodeJob &job) {
        if (job.store == store)
            names.insert(job.name);
        return false; // all of them, not the newest
    });
    return names;
}

/// A single run of the executor.
class SlurmRun
{
public:
    SlurmRun(SlurmTemplate site, std::string place, const ResolvedRequest &resolved,
             RunObserver &observer, const std::stop_token &stop)
        : m_site(std::move(site))
        , m_place(std::move(place))
        , m_request(resolved.request)
        , m_plan(resolved.plan)
        , m_observer(observer)
        , m_items(observer, m_request.control)
        , m_stop(stop)
        , m_storeLock(resolved.storeLock)
    {
    }

    Result<RunOutcome> run()
    {
        if (auto asked = AskedJobs::ofThisMachine(); asked)
            m_asked.emplace(std::move(*asked));
        // Before anything is submitted, because a job without a store to fill would be left over.
        if (Status locked = lock(); !locked)
            return locked.error();
        if (Status found = m_request.resume ? findOldJob() : makeJob(); !found)
            return found.error();
        const auto planned = static_cast<int>(m_plan.items.size());
        auto merge
            = ShardMerge::open(m_request.store, *m_folder, m_job, m_observer, planned, m_storeLock);
        if (!merge)
            return merge.error();
        m_merge = std::move(*merge);
        const auto stored = m_merge->stored();
        if (!stored)
            return stored.error();
        m_observer.planned({m_job.name,
                            m_plan.suiteName(),
                            m_plan.tasks,
                            planned,
                            static_cast<int>(stored->size()),
                            m_plan.skipped,
                            m_plan.isNative(),
                            {}});
        m_items.queue(m_plan, *stored);
        m_merge->tellThrough(m_items);
        if (Status taken = m_merge->takeNews(); !taken)
            return taken.error();
        if (Status followed = follow(); !followed)
            return followed.error();
        auto outcome = m_merge->finish(m_stop.stop_requested());
        std::error_code ignored;
        if (outcome && !outcome->cancelled && outcome->infraErrors == 0)
            fs::remove_all(m_folder->path(), ignored);
        if (outcome && !outcome->cancelled && m_asked)
            m_asked->forget(m_job.id);
        return outcome;
    }

private:
    Status lock();
    Status makeJob();
    Status checkNoJobNamed(const std::string &name, const std::string &store) const;
    Status writeScript() const;
    Status findOldJob();
    Status follow();
    Status step();
    Status submitLost(const ArrayStates &states);
    Status cancel();
    void takeWords();
    Status steer();
    void sayStates(const ArrayStates &states);
    void sleep();

    SlurmTemplate m_site;
    std::string m_place;
    const RunRequest &m_request;
    const Plan &m_plan;
    RunObserver &m_observer;
    WatchedItems m_items;
    std::stop_token m_stop;
    const WriterLock *m_storeLock;
    std::optional<WriterLock> m_ownLock; ///< before m_merge, which writes under it
    NodeJob m_job;
    std::optional<JobFolder> m_folder;
    std::optional<AskedJobs> m_asked; ///< lets the window find the run if this process dies
    std::unique_ptr<ShardMerge> m_merge;
    std::optional<SlurmQueue> m_queue;
    std::map<int, int> m_barren;  ///< attempts of a shard since its last new result
    std::map<int, int> m_brought; ///< evaluations of a shard at its last submission
    std::set<int> m_wasLost;      ///< in the last step; a requeued task may be between two states
    std::map<int, LineFileReader> m_words; ///< by shard: news of its engine
    std::optional<LineFileWriter> m_steering;
    std::size_t m_steered = 0; ///< number of commands sent to the shards
    std::string m_saidStates;
    std::optional<Error> m_failure; ///< of a shard that a retry would not help
};

Status SlurmRun::lock()
{
    if (m_storeLock != nullptr)
        return {};
    auto taken = lockStore(m_request.store);
    if (!taken)
        return taken.error();
    m_storeLock = &m_ownLock.emplace(std::move(*taken));
    return {};
}

/// Refuses a second job of that name for the store. Results of both would be merged as the runs
/// "NAME" and "NAME (2)".
Status SlurmRun::checkNoJobNamed(const std::string &name, const std::string &store) const
{
    const auto job = newestJob(m_site.folder, [&](const NodeJob &each) {
        return each.store == store && each.name == name;
    });
    if (!job)
        return {};
    return Error{
        Errc::InvalidInput, "a job named \"" + name + "\" was submitted for this store already",
        (fs::path(m_site.folder) / job->id).string(),
        "continue it with --resume, choose another name with --name, or remove its folder"};
}

Status SlurmRun::makeJob()
{
    std::error_code failed;
    m_job.id = m_request.job.empty() ? randomHex(16) : m_request.job;
    m_job.store = fs::absolute(m_request.store, failed).string();
    const StoredRuns runs = readRuns(m_request.store);
    m_job.name = m_request.name.empty()
        ? freeRunName(m_plan, runs, {""}, jobNamesIn(m_site, m_job.store))
        : m_request.name;
    if (runs && std::ranges::any_of(*runs, [&](const RunSummary &each) {
            return each.run.name == m_job.name;
        }))
        return Error{Errc::InvalidInput, "the store has a run named \"" + m_job.name + "\" already",
                     m_request.store.string(), "choose another name, or resume that run"};
    if (Status free = checkNoJobNamed(m_job.name, m_job.store); !free)
        return free;
    m_job.shards = std::min(m_site.tasks, static_cast<int>(m_plan.items.size()));
    m_job.preset = {m_job.name, "local", m_request};
    m_job.preset.request.suite = fs::absolute(m_request.suite, failed);
    for (fs::path &folder : m_job.preset.request.candidates)
        folder = fs::absolute(folder, failed);
    m_folder.emplace(fs::path(m_site.folder) / m_job.id);
    if (Status made = m_folder->create(); !made)
        return made;
    if (Status written = writeScript(); !written)
        return written;
    if (Status written = m_folder->writeJob(m_job); !written)
        return written;
    if (m_asked) {
        NodeJob asked = m_job;
        asked.preset.place = m_place;
        if (Status noted = m_asked->note(asked); !noted)
            return noted;
    }
    m_queue.emplace(m_site, *m_folder);
    std::vector<int> all;
    for (int shard = 1; shard <= m_job.shards; ++shard)
        all.push_back(shard);
    return m_queue->submit(all);
}

Status SlurmRun::writeScript() const
{
    std::error_code failed;
    std::string program = m_site.program;
    if (program.empty())
        program = fs::read_symlink("/proc/self/exe", failed).string();
    return writeFileAtomic(m_folder->path() / "array.sh",
                           arrayScript(m_site, *m_folder, program, m_request.sandboxChoice()));
}

Status SlurmRun::findOldJob()
{
    std::error_code failed;
    const std::string store = fs::absolute(m_request.store, failed).string();
    const auto job = newestJob(m_site.folder, [&](const NodeJob &each) {
        return each.store == store && (m_request.name.empty() || each.name == m_request.name);
    });
    if (!job)
        return Error{Errc::NotFound, "this store has no job to continue", m_site.folder,
                     "start a new run without --resume"};
    m_folder.emplace(fs::path(m_site.folder) / job->id);
    m_job = *job;
    // Only this call decides whether the sandbox is left, not the one that began the job.
    if (Status written = writeScript(); !written)
        return written;
    m_folder->withdrawCancel();
    // Failed shards and those with infrastructure errors are retried.
    for (int shard = 1; shard <= m_job.shards; ++shard) {
        const auto end = m_folder->readEnd(shard);
        if (end && (end->state != "finished" || end->infraErrors > 0))
            m_folder->removeEnd(shard);
    }
    m_queue.emplace(m_site, *m_folder);
    return m_queue->readSubmissions();
}

/// Resubmits shards that are neither finished nor running.
Status SlurmRun::submitLost(const ArrayStates &states)
{
    std::vector<int> again;
    std::set<int> lost;
    for (int shard = 1; shard <= m_job.shards; ++shard) {
        const auto state = states.find(shard);
        const bool isWorkedOn = state != states.end() && state->second != ArrayTaskState::Ended;
        if (isWorkedOn || m_merge->isFinished(shard))
            continue;
        lost.insert(shard);
        if (m_wasLost.count(shard) == 0)
            continue;
        const auto end = m_folder->readEnd(shard);
        if (end && end->state == "failed") {
            m_failure = end->error;
            continue;
        }
        const int brought = m_merge->evaluationsOf(shard);
        m_barren[shard] = brought > m_brought[shard] ? 1 : m_barren[shard] + 1;
        m_brought[shard] = brought;
        if (m_barren[shard] > maxBarrenAttempts)
            m_failure = Error{Errc::Environment,
                              fmt::format("shard {} was lost {} times without a result", shard,
                                          maxBarrenAttempts),
                              m_folder->shardLog(shard).string(),
                              "its log says more; kloupe run --resume tries again"};
        else
            again.push_back(shard);
    }
    m_wasLost = std::move(lost);
    for (const int shard : again) {
        m_wasLost.erase(shard);
        m_observer.logged(fmt::format("shard {} stopped before its end; submitted again", shard));
    }
    return again.empty() ? Status() : m_queue->submit(again);
}

Status SlurmRun::step()
{
    const auto states = m_queue->states();
    takeWords();
    // The stores are read after the queue, so that the results of ended tasks are included.
    if (Status taken = m_merge->takeNews(); !taken)
        return taken;
    if (!states) {
        m_observer.logged("Slurm does not answer: " + states.error().text());
        return {};
    }
    sayStates(*states);
    return submitLost(*states);
}

/// Reads the engines' news. Comes before the results, because an item begins before it ends.
void SlurmRun::takeWords()
{
    for (int shard = 1; shard <= m_job.shards; ++shard) {
        if (m_merge->isFinished(shard))
            continue;
        LineFileReader &file = m_words.try_emplace(shard, m_folder->shardNews(shard)).first->second;
        for (const Json &news : file.news())
            static_cast<void>(m_items.take(news, fmt::format("shard {}", shard)));
    }
}

/// Sends each new command to all shards; a shard ignores items that are not its own.
Status SlurmRun::steer()
{
    for (const Json &command : m_items.commandsAfter(m_steered)) {
        if (Status added = m_steering->add(command); !added)
            return added;
        ++m_steered;
    }
    return {};
}

void SlurmRun::sayStates(const ArrayStates &states)
{
    int waiting = 0;
    int running = 0;
    for (const auto &[shard, state] : states) {
        waiting += state == ArrayTaskState::Waiting ? 1 : 0;
        running += state == ArrayTaskState::Running ? 1 : 0;
    }
    std::string said = fmt::format("Slurm: {} of {} shards are done, {} run, {} wait",
                                   m_job.shards - static_cast<int>(m_merge->unfinished().size()),
                                   m_job.shards, running, waiting);
    if (said == m_saidStates)
        return;
    m_saidStates = std::move(said);
    m_observer.logged(m_saidStates);
}

/// Sleeps until the next query of Slurm, forwarding commands meanwhile.
void SlurmRun::sleep()
{
    for (double slept = 0; slept < m_site.pollSeconds && !m_stop.stop_requested();
         slept += steerSeconds) {
        pauseFor(std::chrono::duration<double>(std::min(steerSeconds, m_site.pollSeconds - slept)),
                 m_stop);
        if (const Status steered = steer(); !steered)
            m_observer.logged(steered.error().text());
    }
}

Status SlurmRun::follow()
{
    // Commands of an earlier watcher no longer apply: items it cancelled are to be run.
    auto steering = LineFileWriter::beginAnew(m_folder->steerFile(), randomHex(16));
    if (!steering)
        return steering.error();
    m_steering.emplace(std::move(*steering));
    while (!m_stop.stop_requested()) {
        if (Status done = step(); !done)
            return done;
        if (m_merge->isAllFinished())
            return {};
        if (m_failure && m_wasLost.size() == m_merge->unfinished().size()) {
            static_cast<void>(m_merge->finish(true));
            return *m_failure;
        }
        sleep();
    }
    return cancel();
}

/// Cancels waiting tasks in the queue. Running tasks notice the cancel file and copy their store
/// back.
Status SlurmRun::cancel()
{
    if (Status asked = m_folder->requestCancel(); !asked)
        return asked;
    m_queue->cancel(SlurmQueue::Which::Waiting);
    const auto deadline = std::chrono::steady_clock::now() + cancelTime;
    while (std::chrono::steady_clock::now() < deadline) {
        const auto states = m_queue->states();
        if (states && std::ranges::all_of(*states, [](const auto &task) {
                return task.second == ArrayTaskState::Ended;
            }))
            break;
        pauseFor(std::chrono::milliseconds(200), {});
    }
    m_queue->cancel(SlurmQueue::Which::All);
    return m_merge->takeNews();
}

class SlurmPlace final : public RunPlace
{
public:
    explicit SlurmPlace(fs::path templateFile) : m_template(std::move(templateFile)) { }

    Result<RunOutcome> run(ResolvedRequest resolved, RunObserver &observer,
                           const std::stop_token &stop) override
    {
        RunControl own;
        RunControl &control = resolved.request.control ? *resolved.request.control : own;
        const std::stop_callback stopping(stop, [&control] { control.cancelAll(); });
        auto site = readSlurmTemplate(m_template);
        if (!site)
            return site.error();
        return SlurmRun(std::move(*site), place(), resolved, observer, control.token()).run();
    }
    std::string groupInProgress(const fs::path &store,
                                const std::vector<RunPrecision> &precisions) const override
    {
        const auto asked = AskedJobs::ofThisMachine();
        return asked ? asked->findGroup(store, precisions, place()) : std::string();
    }
    std::set<std::string> jobNames(const fs::path &store) const override
    {
        std::error_code failed;
        const auto site = readSlurmTemplate(m_template);
        return site ? jobNamesIn(*site, fs::absolute(store, failed).string())
                    : std::set<std::string>();
    }

private:
    /// Returns the place as its jobs are noted.
    std::string place() const
    {
        std::error_code failed;
        return "slurm:" + fs::absolute(m_template, failed).string();
    }

    fs::path m_template;
};

} // namespace

std::unique_ptr<RunPlace> makeSlurmPlace(fs::path templateFile)
{
    return std::make_unique<SlurmPlace>(std::move(templateFile));
}

} // namespace loupe
