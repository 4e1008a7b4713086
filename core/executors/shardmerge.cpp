// SPDX-License-Identifier: Apache-2.0
#include "core/executors/shardmerge.h"

#include "core/base/clock.h"
#include "core/executors/storeprefix.h"
#include "core/store/file/readonlyquery.h"
#include "core/store/write/storewriter.h"

#include <fmt/format.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t maxNewRows = 10'000'000;
constexpr std::chrono::milliseconds mergePatience{600'000};

int cellInteger(const SqlCell &cell)
{
    const auto *number = std::get_if<std::int64_t>(&cell);
    return number == nullptr ? 0 : static_cast<int>(*number);
}

Result<std::int64_t> lastRowOf(const fs::path &store)
{
    const auto answer = queryReadOnly(store, "SELECT ifnull(max(id), 0) FROM evaluation");
    if (!answer)
        return answer.error();
    return std::get<std::int64_t>(answer->rows.at(0).at(0));
}

} // namespace

ShardMerge::ShardMerge(const JobFolder &folder, RunObserver &observer)
    : m_folder(folder)
    , m_observer(observer)
{
}

Result<std::unique_ptr<ShardMerge>> ShardMerge::open(const fs::path &store, const JobFolder &folder,
                                                     const NodeJob &job, RunObserver &observer,
                                                     int total, const WriterLock *held)
{
    std::unique_ptr<ShardMerge> merge(new ShardMerge(folder, observer));
    auto writer = openLockedStore(store, held);
    if (!writer)
        return writer.error();
    merge->m_writer = std::move(*writer);
    merge->m_store = store;
    merge->m_shards = job.shards;
    merge->m_total = total;
    merge->m_outcome.run = job.name;
    const auto last = lastRowOf(store);
    if (!last)
        return last.error();
    merge->m_lastRow = *last;
    return merge;
}

int ShardMerge::evaluationsOf(int shard) const
{
    const auto found = m_evaluations.find(shard);
    return found == m_evaluations.end() ? 0 : found->second;
}

std::vector<int> ShardMerge::unfinished() const
{
    std::vector<int> out;
    for (int shard = 1; shard <= m_shards; ++shard) {
        if (!isFinished(shard))
            out.push_back(shard);
    }
    return out;
}

Status ShardMerge::takeShard(int shard)
{
    // The end is read first: a store copied back later has another time.
    const auto end = m_folder.readEnd(shard);
    const fs::path store = m_folder.shardStore(shard);
    std::error_code missing;
    const auto time = fs::last_write_time(store, missing);
    const auto taken = m_taken.find(shard);
    const Taken now{time, end.has_value()};
    if (!missing && (taken == m_taken.end() || taken->second != now)) {
        const auto part = m_writer->absorb(store);
        // Its engine wrote meanwhile; the next look takes what is new.
        if (!part && part.error().code == Errc::Busy && !end)
            return {};
        if (!part)
            return part.error();
        if (Status known = learnRuns(store); !known)
            return known;
        if (taken == m_taken.end())
            m_outcome.alreadyDone += static_cast<int>(part->known);
        m_evaluations[shard] = static_cast<int>(part->evaluations + part->known);
        m_taken[shard] = now;
        m_hasNews = true;
        for (const std::string &renamed : part->renamed)
            m_observer.logged(renamed);
    }
    if (end && (end->state == "finished" || end->state == "left_out"))
        m_finished.insert(shard);
    m_hasLeftOut = m_hasLeftOut || (end && end->state == "left_out");
    return {};
}

/// Adds the row ids that the runs of a shard's store have in ours.
Status ShardMerge::learnRuns(const fs::path &shardStore)
{
    const auto uuids = queryReadOnly(shardStore, "SELECT uuid FROM run");
    if (!uuids)
        return uuids.error();
    for (const auto &row : uuids->rows) {
        const auto name = m_writer->runWithUuid(cellText(row[0]));
        if (!name)
            return name.error();
        if (!*name)
            continue;
        const auto run = m_writer->findRun(**name);
        if (!run)
            return run.error();
        m_runs.insert(run->first.value);
    }
    return {};
}

Status ShardMerge::tellOfNewRows()
{
    const auto answer = queryReadOnly(
        m_store,
        fmt::format(
            "SELECT e.id, t.name, t.category, m.name, e.sample, e.round, e.verdict, "
            "e.message, e.speedup, e.strict_verdict FROM evaluation e JOIN task t ON t.id = "
            "e.task_id JOIN method m ON m.id = e.method_id WHERE e.id > {} ORDER BY e.id",
            m_lastRow),
        SqlLimits{maxNewRows, mergePatience});
    if (!answer)
        return answer.error();
    for (const auto &row : answer->rows) {
        m_lastRow = std::get<std::int64_t>(row[0]);
        const Verdict verdict = verdictFromId(cellText(row[6])).value_or(Verdict::NotRecorded);
        const Outcome outcome = outcomeOf(verdict);
        // A later result has replaced an infrastructure error.
        const EvaluationKey key{cellText(row[1]), cellText(row[3]), cellInteger(row[4]),
                                cellInteger(row[5]), 0};
        if (m_infraErrors.erase(key) != 0) {
            --m_outcome.evaluated;
            --m_outcome.infraErrors;
        }
        if (outcome == Outcome::InfraError)
            m_infraErrors.insert(key);
        ++m_outcome.evaluated;
        m_outcome.correct += outcome == Outcome::Correct ? 1 : 0;
        m_outcome.failed += isFailure(outcome) ? 1 : 0;
        m_outcome.infraErrors += outcome == Outcome::InfraError ? 1 : 0;
        const auto *speedup = std::get_if<double>(&row[8]);
        const ItemResult result{{cellText(row[1]), cellText(row[2]), cellText(row[3]),
                                 cellInteger(row[4]), cellInteger(row[5])},
                                RowId{m_lastRow},
                                verdict,
                                cellText(row[7]),
                                speedup != nullptr ? std::optional(*speedup) : std::nullopt,
                                0,
                                verdictFromId(cellText(row[9])).value_or(Verdict::NotRecorded)};
        if (m_items != nullptr)
            m_items->finished(result, done(), m_total);
        else
            m_observer.itemFinished(result, done(), m_total);
    }
    return {};
}

Result<std::set<EvaluationKey>> ShardMerge::stored()
{
    std::error_code missing;
    for (int shard = 1; shard <= m_shards; ++shard) {
        if (!fs::exists(m_folder.shardStore(shard), missing))
            continue;
        if (Status known = learnRuns(m_folder.shardStore(shard)); !known)
            return known.error();
    }
    std::set<EvaluationKey> out;
    for (const std::int64_t run : m_runs) {
        auto some = m_writer->finishedEvaluations(RunId{run});
        if (!some)
            return some.error();
        out.merge(*some);
    }
    return out;
}

Status ShardMerge::setState(const std::string &state)
{
    for (const std::int64_t run : m_runs) {
        if (Status set = m_writer->setRunState(RunId{run}, state, isoTime(systemClock().wallNow()));
            !set)
            return set;
    }
    return {};
}

Status ShardMerge::takeNews()
{
    m_hasNews = false;
    for (const int shard : unfinished()) {
        if (Status taken = takeShard(shard); !taken)
            return taken;
    }
    if (!m_hasNews)
        return {};
    if (Status told = tellOfNewRows(); !told)
        return told;
    // The first shard to end must not end the run.
    return setState("running");
}

Result<RunOutcome> ShardMerge::finish(bool cancelled)
{
    m_outcome.cancelled = m_hasLeftOut || (cancelled && !isAllFinished());
    if (!m_runs.empty())
        m_outcome.id = RunId{*m_runs.begin()};
    if (Status set = setState(m_outcome.cancelled ? "cancelled" : "finished"); !set)
        return set.error();
    return m_outcome;
}

} // namespace loupe
