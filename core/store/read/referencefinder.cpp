// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/referencefinder.h"

#include "core/model/recordedname.h"
#include "core/store/rows/runconditions.h"
#include "core/store/sqlite/rowloop.h"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>

namespace loupe {

namespace {

/// An import marks a device's name as recorded; the engine's own name of the same device has no
/// mark.
std::string unmarkedDevice(std::string_view name)
{
    constexpr std::string_view mark = " (recorded)";
    if (name.ends_with(mark))
        name.remove_suffix(mark.size());
    return std::string(name);
}

/// Two names contradict each other only where both are known.
bool mayBeOne(const std::string &one, const std::string &other)
{
    return one.empty() || other.empty() || one == other;
}

template <typename Each>
Status eachRow(Database &database, const std::string &sql, Each each)
{
    auto statement = database.cached(sql);
    if (!statement)
        return std::move(statement).error();
    return forEachRow(**statement, std::move(each));
}

} // namespace

Result<ReferenceFinder> ReferenceFinder::read(Database &database)
{
    ReferenceFinder out;
    const auto any = database.lookup("SELECT 1 FROM golden_record LIMIT 1");
    if (!any)
        return any.error();
    if (!*any)
        return out;
    Status read = out.readTimes(database);
    if (read)
        read = out.readTasks(database);
    if (read)
        read = out.readRuns(database);
    if (!read)
        return read.error();
    return out;
}

Status ReferenceFinder::readTimes(Database &database)
{
    const std::string sql = fmt::format(
        "SELECT t.suite, t.name, t.hash, n.device_name, r.precision, r.suite_version, g.baseline, "
        "g.ms, r.name, g.source FROM golden_record g JOIN (SELECT id, name, precision, "
        "environment_id, {} AS suite_version FROM run) r ON r.id = g.run_id JOIN environment n ON "
        "n.id = r.environment_id JOIN task t ON t.id = g.task_id ORDER BY g.id",
        suiteVersionSql);
    return eachRow(database, sql, [&](const Statement &row) {
        KnownTime known;
        known.of = {row.text(2), unmarkedDevice(row.textView(3)), row.text(4), row.text(5)};
        if (!isRecordedName(known.of.device))
            return;
        known.time = {row.text(6), row.real(7), row.text(8), row.text(9), false};
        std::vector<KnownTime> &times = (*m_known)[{row.text(0), row.text(1)}];
        for (KnownTime &other : times) {
            const bool isOfSameFile = other.time.run == known.time.run
                && other.time.baseline == known.time.baseline && other.of.hash == known.of.hash;
            other.isOneOfSeveral = other.isOneOfSeveral || isOfSameFile;
            known.isOneOfSeveral = known.isOneOfSeveral || isOfSameFile;
        }
        times.push_back(std::move(known));
    });
}

Status ReferenceFinder::readTasks(Database &database)
{
    std::map<TaskKey, std::set<std::string>> hashes;
    Status read
        = eachRow(database, "SELECT id, suite, name, hash FROM task", [&](const Statement &row) {
              const TaskKey key{row.text(1), row.text(2)};
              if (!m_known->contains(key))
                  return;
              m_tasks[row.integer(0)] = {key.first, key.second, row.text(3), false};
              if (!row.textView(3).empty())
                  hashes[key].insert(row.text(3));
          });
    for (auto &[id, task] : m_tasks)
        task.hasSeveral = hashes[{task.suite, task.name}].size() > 1;
    return read;
}

Status ReferenceFinder::readRuns(Database &database)
{
    const std::string sql
        = fmt::format("SELECT r.id, n.device_name, r.precision, r.suite_version FROM (SELECT id, "
                      "precision, environment_id, {} AS suite_version FROM run) r JOIN environment "
                      "n ON n.id = r.environment_id",
                      suiteVersionSql);
    return eachRow(database, sql, [&](const Statement &row) {
        m_runs[row.integer(0)] = {{}, unmarkedDevice(row.textView(1)), row.text(2), row.text(3)};
    });
}

bool ReferenceFinder::agree(const Circumstances &result, const Circumstances &reference,
                            bool hasSeveral)
{
    // Where a name stands for several contents, only the content itself says which is meant.
    const bool isSameTask = hasSeveral ? !result.hash.empty() && result.hash == reference.hash
                                       : mayBeOne(result.hash, reference.hash);
    return isSameTask && result.device == reference.device
        && mayBeOne(result.precision, reference.precision)
        && mayBeOne(result.suiteVersion, reference.suiteVersion);
}

ReferenceTimes ReferenceFinder::timesOf(const TaskPlace &task, const Circumstances &run) const
{
    Circumstances result = run;
    result.hash = task.hash;
    ReferenceTimes out;
    for (const KnownTime &each : m_known->at({task.suite, task.name})) {
        if (each.isOneOfSeveral || !agree(result, each.of, task.hasSeveral))
            continue;
        const auto same = std::ranges::find(out, each.time.baseline, &ReferenceTime::baseline);
        if (same == out.end())
            out.push_back(each.time);
        else if (same->milliseconds != each.time.milliseconds)
            same->isDisputed = true;
    }
    return out;
}

std::shared_ptr<const ReferenceTimes> ReferenceFinder::of(std::int64_t task, std::int64_t run)
{
    const auto place = m_tasks.find(task);
    const auto from = m_runs.find(run);
    if (place == m_tasks.end() || from == m_runs.end())
        return nullptr;
    const auto [found, isNew] = m_found.try_emplace({task, run});
    if (isNew) {
        ReferenceTimes times = timesOf(place->second, from->second);
        if (!times.empty())
            found->second = std::make_shared<const ReferenceTimes>(std::move(times));
    }
    return found->second;
}

} // namespace loupe
