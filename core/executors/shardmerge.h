// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/run/runner.h"
#include "core/executors/job.h"
#include "core/executors/watcheditems.h"
#include "core/store/sqlite/writerlock.h"
#include "core/store/write/storewriter.h"

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace loupe {

/// Merges the stores of shards into the requesting side's store whenever they change. Merging the
/// same state again changes nothing.
class ShardMerge
{
public:
    /// Opens the store for writing, under the caller's lock if there is one. `folder` and
    /// `observer` must outlive it.
    static Result<std::unique_ptr<ShardMerge>> open(const std::filesystem::path &store,
                                                    const JobFolder &folder, const NodeJob &job,
                                                    RunObserver &observer, int total,
                                                    const WriterLock *held = nullptr);
    /// Reports further results to the observer through `items`, which must outlive this.
    void tellThrough(WatchedItems &items) { m_items = &items; }
    /// Returns the job's stored evaluations, without infrastructure errors.
    Result<std::set<EvaluationKey>> stored();

    /// Merges the stores of shards that changed since the last call.
    Status takeNews();
    int done() const { return m_outcome.evaluated + m_outcome.alreadyDone; }
    int evaluationsOf(int shard) const;
    bool isFinished(int shard) const { return m_finished.count(shard) != 0; }
    /// Returns true if all shards have finished, even if cancelled items were left out.
    bool isAllFinished() const { return static_cast<int>(m_finished.size()) == m_shards; }
    std::vector<int> unfinished() const;
    Result<RunOutcome> finish(bool cancelled);

private:
    ShardMerge(const JobFolder &folder, RunObserver &observer);
    Status takeShard(int shard);
    Status learnRuns(const std::filesystem::path &shardStore);
    Status tellOfNewRows();
    Status setState(const std::string &state);

    const JobFolder &m_folder;
    RunObserver &m_observer;
    WatchedItems *m_items = nullptr;
    std::filesystem::path m_store;
    std::unique_ptr<StoreWriter> m_writer;
    int m_shards = 0;
    int m_total = 0;
    std::int64_t m_lastRow = 0;
    std::set<std::int64_t> m_runs; ///< row ids of the job's runs
    /// Time of a shard's store, and whether the shard had ended.
    using Taken = std::pair<std::filesystem::file_time_type, bool>;
    std::map<int, Taken> m_taken;
    bool m_hasNews = false;
    std::map<int, int> m_evaluations;
    std::set<int> m_finished;
    bool m_hasLeftOut = false;
    std::set<EvaluationKey> m_infraErrors;
    RunOutcome m_outcome;
};

} // namespace loupe
