// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/record/goldenrecord.h"
#include "core/store/sqlite/sqlite.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace loupe {

/// Finds reference times for results: of the same task content, on a device of the same name.
/// Precisions, hashes, suite versions and clocks must be equal if both sides record them. Calls
/// that also go backward, and those on other shapes of the task, are never compared with others. A
/// task that was timed on several inputs has no single time. Times of one kind that differ by more
/// than 5 % are disputed; otherwise the first one counts. For further baselines, times from the
/// result's own environment replace those from others. Imported results are also compared with
/// reference times from the engine's own runs, using the median of a run.
class ReferenceFinder
{
public:
    /// Properties in which a reference time and a result must agree, or must not contradict.
    struct Circumstances {
        std::string hash;
        std::string device;
        std::string precision;
        std::string suiteVersion;
        std::string clock;            ///< without the state of the cache
        std::int64_t environment = 0; ///< id
        bool isBackward = false;
        std::string shapes; ///< digits of the digest of the run's shapes
    };

    static Result<ReferenceFinder> read(Database &database);
    /// Returns false if the store has nothing that could be a reference time.
    static Result<bool> mayFind(Database &database);

    bool isEmpty() const { return m_known->empty(); }

    /// Returns whether runs of the engine measured further baselines, which results with a speedup
    /// of their own can be compared with as well.
    bool hasFurther() const { return m_hasFurther; }

    enum class Times : std::uint8_t { All, FurtherOnly };
    /// Returns the times for the results of a task in a run, both by id; null if there are none.
    std::shared_ptr<const ReferenceTimes> of(std::int64_t task, std::int64_t run,
                                             Times which = Times::All);

private:
    struct KnownTime {
        Circumstances of;
        ReferenceTime time;
        bool isOneOfSeveral = false; ///< of several inputs of the task
        bool isFurther = false;      ///< measured by a run of the engine over a further baseline
    };
    struct TaskIdentity {
        std::string suite;
        std::string name;
        std::string hash;
        bool hasSeveral = false; ///< several contents under that name
    };
    using TaskKey = std::pair<std::string, std::string>; ///< suite, name

    Status readTimes(Database &database);
    Status readMeasured(Database &database);
    Status readTasks(Database &database);
    Status readRuns(Database &database);
    static bool agree(const Circumstances &result, const Circumstances &reference, bool hasSeveral);
    ReferenceTimes timesOf(const TaskIdentity &task, const Circumstances &run, Times which) const;
    /// Returns one time for each kind of baseline; marks those that differ too much.
    static ReferenceTimes withoutRepeats(const std::vector<const KnownTime *> &times);

    using KnownTimes = std::map<TaskKey, std::vector<KnownTime>>;
    std::shared_ptr<KnownTimes> m_known = std::make_shared<KnownTimes>();
    std::map<std::int64_t, TaskIdentity> m_tasks; ///< those with known times
    std::map<std::int64_t, Circumstances> m_runs;
    bool m_hasFurther = false;
    std::map<std::tuple<std::int64_t, std::int64_t, Times>, std::shared_ptr<const ReferenceTimes>>
        m_found;
};

} // namespace loupe
