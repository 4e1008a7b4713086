// SPDX-License-Identifier: Apache-2.0
#include "core/executors/job.h"
#include "core/executors/steering.h"
#include "core/store/file/storefile.h"
#include "core/store/read/storereader.h"
#include "core/store/sqlite/writerlock.h"
#include "core/store/write/storewriter.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::milliseconds cancelLook{200};
constexpr std::chrono::seconds handBackEvery{60};

/// Background thread of a shard's run: reads commands for the job and periodically copies the store
/// back.
class JobWatch
{
public:
    JobWatch(const JobFolder &folder, int shard, fs::path store, SteeredRun &steered)
        : m_folder(folder)
        , m_shard(shard)
        , m_store(std::move(store))
        , m_steered(steered)
        , m_thread([this](const std::stop_token &end) { watch(end); })
    {
    }
    std::stop_source &stop() { return m_stop; }

    /// Copies the store to the job's folder, unless it is already there.
    Status handBack() const
    {
        const fs::path target = m_folder.shardStore(m_shard);
        std::error_code ignored;
        if (m_store == target || !fs::exists(m_store, ignored))
            return {};
        return copyStore(m_store, target);
    }

private:
    void watch(const std::stop_token &end)
    {
        std::mutex mutex;
        std::condition_variable_any wakeUp;
        std::unique_lock lock(mutex);
        auto handedBack = std::chrono::steady_clock::now();
        while (!end.stop_requested()) {
            wakeUp.wait_for(lock, end, cancelLook, [] { return false; });
            if (m_folder.isCancelRequested())
                m_stop.request_stop();
            m_steered.look();
            const auto now = std::chrono::steady_clock::now();
            if (now - handedBack >= handBackEvery) {
                // Limits the loss if the node fails; errors are reported at the end.
                static_cast<void>(handBack());
                handedBack = now;
            }
        }
    }

    const JobFolder &m_folder;
    int m_shard;
    fs::path m_store;
    SteeredRun &m_steered;
    std::stop_source m_stop;
    std::jthread m_thread;
};

void removeStore(const fs::path &store)
{
    std::error_code ignored;
    for (const char *ending : {"", "-wal", "-shm"})
        fs::remove(fs::path(store) += ending, ignored);
}

/// Adds the evaluations copied back since to a leftover store. Returns false on failure.
bool completeFrom(const fs::path &kept, const fs::path &left)
{
    const auto writer = StoreWriter::open(left);
    if (!writer)
        return false;
    std::error_code ignored;
    if (!fs::exists(kept, ignored))
        return true;
    const auto absorbed = (*writer)->absorb(kept);
    return absorbed && absorbed->runs == 0; // the same run, not an additional one
}

/// Returns the path of the shard's store during the work, filled with earlier results.
Result<fs::path> workingStore(const JobFolder &folder, int shard, const fs::path &scratch)
{
    const fs::path kept = folder.shardStore(shard);
    if (scratch.empty())
        return kept;
    std::error_code failed;
    fs::create_directories(scratch, failed);
    if (failed)
        return Error{Errc::Io, "cannot make the scratch folder: " + failed.message(),
                     scratch.string(), "name one on a local disk of the node"};
    const fs::path store
        = scratch / (folder.path().filename().string() + "-" + std::to_string(shard) + ".kloupe");
    // A killed attempt on this node may have stored more than it copied back.
    if (fs::exists(store, failed) && completeFrom(kept, store))
        return store;
    removeStore(store);
    if (fs::exists(kept, failed)) {
        fs::copy_file(kept, store, failed);
        if (failed)
            return Error{Errc::Io, "cannot copy the shard's store: " + failed.message(),
                         store.string(), "free some space on the node"};
    }
    return store;
}

/// Returns true if the store holds a run to resume.
bool hasRun(const fs::path &store)
{
    const StoredRuns runs = readRuns(store);
    return runs && !runs->empty();
}

Result<RunOutcome> runShard(const NodeJob &job, int shard, const fs::path &store,
                            const SandboxChoice &sandbox,
                            const std::shared_ptr<RunControl> &control, RunObserver &observer,
                            const std::stop_token &stop)
{
    RunRequest request = job.preset.request;
    request.sandbox = sandbox.mode;
    request.unconfinedAsRoot = sandbox.evenAsRoot;
    request.control = control;
    request.store = store;
    request.job = job.id;
    request.name = job.name;
    request.shard = {shard, job.shards};
    request.resume = hasRun(store);
    return executeRun(request, observer, stop);
}

JobEnd endOf(const Result<RunOutcome> &outcome, bool isStopped)
{
    // Taking a node away also kills the programs started by the shard. Errors after that say
    // nothing about the shard.
    if (!outcome)
        return {isStopped ? "cancelled" : "failed", 0, outcome.error()};
    const char *state = !outcome->cancelled ? "finished" : isStopped ? "cancelled" : "left_out";
    return {state, outcome->infraErrors, std::nullopt};
}

} // namespace

Result<RunOutcome> workOnJob(const JobFolder &folder, int shard, const fs::path &scratch,
                             const SandboxChoice &sandbox, RunObserver &observer,
                             const std::stop_token &stop)
{
    const auto job = folder.readJob();
    if (!job)
        return job.error();
    const auto lock = WriterLock::take(folder.shardLock(shard));
    if (!lock)
        return lock.error();
    folder.removeEnd(shard);
    const auto store = workingStore(folder, shard, scratch);
    if (!store)
        return store.error();
    const auto control = std::make_shared<RunControl>();
    SteeredRun steered(folder.steerFile(), control);
    NewsWriter news(folder.shardNews(shard), steered, observer);
    JobWatch watch(folder, shard, *store, steered);
    const std::stop_callback passOn(stop, [&] { watch.stop().request_stop(); });
    Result<RunOutcome> outcome
        = runShard(*job, shard, *store, sandbox, control, news, watch.stop().get_token());
    if (const Status handedBack = watch.handBack(); !handedBack && outcome)
        outcome = handedBack.error();
    if (Status written = folder.writeEnd(shard, endOf(outcome, watch.stop().stop_requested()));
        !written)
        return written.error();
    if (!scratch.empty() && outcome && !outcome->cancelled)
        removeStore(*store);
    return outcome;
}

} // namespace loupe
