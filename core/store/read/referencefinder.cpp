// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/referencefinder.h"

#include "core/base/median.h"
#include "core/model/record/furtherbaseline.h"
#include "core/model/record/protocolname.h"
#include "core/model/record/recordedname.h"
#include "core/store/rows/runconditions.h"
#include "core/store/sqlite/rowlisting.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Returns "cupti" for "cupti, cold cache".
std::string clockFamily(std::string_view clock)
{
    return std::string(clock.substr(0, clock.find(',')));
}

/// Returns a subquery of runs with the columns in which reference times and results must agree.
std::string runsWithConditions()
{
    return fmt::format("(SELECT id, name, origin, suite, precision, protocol, environment_id, {} "
                       "AS suite_version, {} AS clock FROM run)",
                       suiteVersionSql, clockSql);
}

/// Key of the measurements of one baseline of a task in one run.
struct MeasuredKey {
    std::int64_t task;
    std::int64_t run;
    std::string baseline;
    // NOLINTNEXTLINE(modernize-use-nullptr)
    friend auto operator<=>(const MeasuredKey &, const MeasuredKey &) = default;
};

template <typename Columns>
void listColumns(Columns &columns, MeasuredKey &key)
{
    columns("e.task_id", key.task);
    columns("e.run_id", key.run);
    columns("x.baseline", key.baseline);
}

/// Returns true unless both names are known and differ.
bool mayBeOne(const std::string &one, const std::string &other)
{
    return one.empty() || other.empty() || one == other;
}

} // namespace

/// Lists the circumstances of a run r in its environment n. The hash is the task's.
template <typename Columns>
void listColumns(Columns &columns, ReferenceFinder::Circumstances &of)
{
    columns.parsed("n.device_name", of.device, unmarkedDevice);
    columns("r.precision", of.precision);
    columns("r.suite_version", of.suiteVersion);
    columns.parsed("r.clock", of.clock, clockFamily);
    columns("n.id", of.environment);
    columns.parsed("r.protocol", of.isBackward, goesBackward);
    columns.parsed("r.protocol", of.shapes, shapesOf);
}

Result<bool> ReferenceFinder::mayFind(Database &database)
{
    // Only imported results may lack a baseline that a run of the engine has.
    const auto any = database.lookup(
        "SELECT EXISTS (SELECT 1 FROM golden_record) OR EXISTS (SELECT 1 FROM run i JOIN run m ON "
        "m.suite = i.suite WHERE i.origin LIKE 'import:%' AND m.origin = 'engine')");
    return any ? Result<bool>(any->value_or(0) != 0) : any.error();
}

Result<ReferenceFinder> ReferenceFinder::read(Database &database)
{
    ReferenceFinder out;
    const auto any = mayFind(database);
    if (!any)
        return any.error();
    if (!*any)
        return out;
    Status read = out.readTimes(database);
    if (read)
        read = out.readMeasured(database);
    if (out.isEmpty())
        return read ? Result<ReferenceFinder>(std::move(out)) : read.error();
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
        "SELECT t.suite, t.name, t.hash, g.baseline, g.ms, r.name, g.source, {} FROM golden_record "
        "g JOIN {} r ON r.id = g.run_id JOIN environment n ON n.id = r.environment_id JOIN task t "
        "ON t.id = g.task_id ORDER BY g.id",
        columnNames<Circumstances>().list(), runsWithConditions());
    return readRows(database, sql, [&](const Statement &row) {
        KnownTime known;
        auto [task, hash, baseline, milliseconds, run, source, circumstances]
            = readValues<TaskKey, std::string, std::string, double, std::string, std::string,
                         Circumstances>(row);
        known.of = std::move(circumstances);
        known.of.hash = std::move(hash);
        if (!isRecordedName(known.of.device))
            return;
        known.time = {baseline, milliseconds, run, source, false};
        known.isFurther = known.time.source == furtherSource;
        m_hasFurther = m_hasFurther || known.isFurther;
        std::vector<KnownTime> &times = (*m_known)[task];
        for (KnownTime &other : times) {
            const bool isOfSameFile = other.time.run == known.time.run
                && other.time.baseline == known.time.baseline && other.of.hash == known.of.hash;
            other.isOneOfSeveral = other.isOneOfSeveral || isOfSameFile;
            known.isOneOfSeveral = known.isOneOfSeveral || isOfSameFile;
        }
        times.push_back(std::move(known));
    });
}

Status ReferenceFinder::readMeasured(Database &database)
{
    const std::string sql = fmt::format(
        "SELECT {}, e.baseline_ms, t.suite, t.name, t.hash, r.name, {} FROM {} r JOIN environment "
        "n ON n.id = r.environment_id JOIN evaluation e ON e.run_id "
        "= r.id JOIN evaluation_extra x ON x.evaluation_id = e.id JOIN task t ON t.id = e.task_id "
        "WHERE r.origin = 'engine' AND e.outcome = 'correct' AND e.flagged = 0 AND e.baseline_ms > "
        "0 AND r.suite IN (SELECT suite FROM run WHERE origin LIKE 'import:%') AND (SELECT "
        "count(DISTINCT case_name) FROM timing WHERE evaluation_id = e.id) < 2 ORDER BY e.id",
        columnNames<MeasuredKey>().list(), columnNames<Circumstances>().list(),
        runsWithConditions());
    struct Measured {
        TaskKey task;
        KnownTime known;
        std::vector<double> milliseconds;
    };
    std::map<MeasuredKey, Measured> found;
    Status read = readRows(database, sql, [&](const Statement &row) {
        const auto [key, milliseconds] = readValues<MeasuredKey, double>(row);
        Measured &each = found[key];
        each.milliseconds.push_back(milliseconds);
        if (each.milliseconds.size() > 1)
            return;
        KnownTime &known = each.known;
        std::string hash;
        std::tie(std::ignore, std::ignore, each.task, hash, known.time.run, known.of)
            = readValues<MeasuredKey, double, TaskKey, std::string, std::string, Circumstances>(
                row);
        known.of.hash = std::move(hash);
        known.of.environment = 0;
        known.time.baseline = baselineKind(key.baseline); // imports record only the kind
    });
    for (auto &[key, each] : found) {
        const std::size_t count = each.milliseconds.size();
        each.known.time.milliseconds = medianInPlace(each.milliseconds);
        each.known.time.source = count == 1
            ? std::string("one measurement together with a candidate")
            : fmt::format("the median of {} measurements together with candidates", count);
        (*m_known)[each.task].push_back(std::move(each.known));
    }
    return read;
}

Status ReferenceFinder::readTasks(Database &database)
{
    std::map<TaskKey, std::set<std::string>> hashes;
    Status read
        = readRows(database, "SELECT id, suite, name, hash FROM task", [&](const Statement &row) {
              const auto [id, key, hash] = readValues<std::int64_t, TaskKey, std::string>(row);
              if (!m_known->contains(key))
                  return;
              m_tasks[id] = {key.first, key.second, hash, false};
              if (!hash.empty())
                  hashes[key].insert(hash);
          });
    for (auto &[id, task] : m_tasks)
        task.hasSeveral = hashes[{task.suite, task.name}].size() > 1;
    return read;
}

Status ReferenceFinder::readRuns(Database &database)
{
    const std::string sql
        = fmt::format("SELECT r.id, {} FROM {} r JOIN environment n ON n.id = r.environment_id",
                      columnNames<Circumstances>().list(), runsWithConditions());
    return readRows(database, sql, [&](const Statement &row) {
        auto [id, circumstances] = readValues<std::int64_t, Circumstances>(row);
        m_runs[id] = std::move(circumstances);
    });
}

bool ReferenceFinder::agree(const Circumstances &result, const Circumstances &reference,
                            bool hasSeveral)
{
    // If a name has several contents, only the hash identifies the task.
    const bool isSameTask = hasSeveral ? !result.hash.empty() && result.hash == reference.hash
                                       : mayBeOne(result.hash, reference.hash);
    // Two suite versions may share a task, which equal hashes prove.
    const bool isSameVersion = (!result.hash.empty() && result.hash == reference.hash)
        || mayBeOne(result.suiteVersion, reference.suiteVersion);
    return isSameTask && isSameVersion && result.device == reference.device
        && mayBeOne(result.precision, reference.precision)
        && mayBeOne(result.clock, reference.clock) && result.isBackward == reference.isBackward
        && result.shapes == reference.shapes;
}

ReferenceTimes ReferenceFinder::timesOf(const TaskIdentity &task, const Circumstances &run,
                                        Times which) const
{
    Circumstances result = run;
    result.hash = task.hash;
    std::vector<const KnownTime *> agreeing;
    for (const KnownTime &each : m_known->at({task.suite, task.name})) {
        const bool isAsked = which == Times::All || each.isFurther;
        if (isAsked && !each.isOneOfSeveral && agree(result, each.of, task.hasSeveral))
            agreeing.push_back(&each);
    }
    // Measured in the result's own environment, a further baseline needs no other time.
    const auto isOwn = [&](const KnownTime &each) {
        return each.isFurther && each.of.environment == result.environment;
    };
    std::set<std::string_view> own;
    for (const KnownTime *each : agreeing) {
        if (isOwn(*each))
            own.insert(each->time.baseline);
    }
    std::erase_if(agreeing, [&](const KnownTime *each) {
        return each->isFurther && !isOwn(*each) && own.contains(each->time.baseline);
    });
    return withoutRepeats(agreeing);
}

ReferenceTimes ReferenceFinder::withoutRepeats(const std::vector<const KnownTime *> &times)
{
    constexpr double noise = 0.05; // between runs on one device, as in the audit of baselines
    std::vector<std::pair<double, double>> ranges; // per kind
    ReferenceTimes out;
    for (const KnownTime *each : times) {
        const auto same = std::ranges::find(out, each->time.baseline, &ReferenceTime::baseline);
        const double time = each->time.milliseconds;
        if (same == out.end()) {
            ranges.emplace_back(time, time);
            out.push_back(each->time);
            continue;
        }
        auto &[low, high] = ranges[static_cast<std::size_t>(same - out.begin())];
        low = std::min(low, time);
        high = std::max(high, time);
        same->isDisputed = high > (1 + noise) * low;
    }
    return out;
}

std::shared_ptr<const ReferenceTimes> ReferenceFinder::of(std::int64_t task, std::int64_t run,
                                                          Times which)
{
    const auto place = m_tasks.find(task);
    const auto from = m_runs.find(run);
    if (place == m_tasks.end() || from == m_runs.end())
        return nullptr;
    const auto [found, isNew] = m_found.try_emplace({task, run, which});
    if (isNew) {
        ReferenceTimes times = timesOf(place->second, from->second, which);
        if (!times.empty())
            found->second = std::make_shared<const ReferenceTimes>(std::move(times));
    }
    return found->second;
}

} // namespace loupe
