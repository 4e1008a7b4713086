// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/engine/request/runload.h"
#include "core/model/verdict/verdict.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Candidate that will not be evaluated, and why.
struct PlanSkip {
    std::string what; ///< file or task
    std::string reason;
};

/// Expected needs of a run.
struct RunEstimate {
    /// Wall clock; nullopt if unknown. Low and high enclose 80 %.
    std::optional<double> seconds;
    std::optional<double> secondsLow;
    std::optional<double> secondsHigh;
    int itemsWithHistory = 0;     ///< evaluations of tasks that were evaluated before
    int jobs = 0;                 ///< at a time
    std::int64_t memoryBytes = 0; ///< maximum of all candidates together
};

/// Difference between the baseline run and the planned one.
struct BaselineDifference {
    std::string what;     ///< "device", "suite", "KernelLoupe", …
    std::string baseline; ///< value in the baseline run
    std::string here;     ///< value in the planned run, as far as it is known before it begins
};

/// Comparison of the planned run with the store's baseline run, which the user chose.
struct BaselineCheck {
    std::string run;
    std::vector<BaselineDifference> differences; ///< empty: their measurements can be compared
};

struct PlanSummary {
    std::string run;
    std::string suite;
    int tasks = 0;
    int items = 0;       ///< evaluations of the whole plan
    int alreadyDone = 0; ///< of these, found in the store
    std::vector<PlanSkip> skipped;
    bool isNative = true;                       ///< else a benchmark in Python
    std::optional<RunEstimate> estimate = {};   ///< of a dry run
    std::optional<BaselineCheck> baseline = {}; ///< of a dry run, if the store has a baseline
    /// Of a run of several ("float32"); its numbers are those of all.
    std::vector<std::string> precisions = {};
};

struct ItemInfo {
    std::string task;
    std::string category;
    std::string method;
    int sample = 0;
    int round = 0;
    std::string device = {};    ///< on which it is evaluated: "cpu", "cuda:0"; empty while it waits
    std::string precision = {}; ///< "float32" in a run of several, otherwise empty
};

struct ItemResult {
    ItemInfo item;
    RowId id;
    Verdict verdict = Verdict::NotRecorded;
    std::string message;
    std::optional<double> speedup;
    double seconds = 0; ///< from begin to end, including the wait to be timed
    /// By the strict rules; NotRecorded if only the suite judged.
    Verdict strictVerdict = Verdict::NotRecorded;
};

/// Listener to a run's progress. Calls come from engine threads, one at a time, never after
/// executeRun() has returned. Implementations must return quickly and not throw.
class RunObserver
{
public:
    virtual ~RunObserver() = default;
    virtual void planned(const PlanSummary & /*plan*/) { }
    /// Called after planned(), with the items of this session in evaluation order. RunControl
    /// refers to items by their positions in this list. In a run of several precisions, called
    /// again with the items of the next one when that begins.
    virtual void queued(const std::vector<ItemInfo> & /*items*/) { }
    /// Called while tasks are checked with their controls, before the first item starts.
    virtual void tasksChecked(int /*done*/, int /*total*/) { }
    /// Called at the beginning of each stage.
    virtual void itemStarted(const ItemInfo & /*item*/, Stage /*stage*/) { }
    virtual void itemFinished(const ItemResult & /*result*/, int /*done*/, int /*total*/) { }
    /// Called if the user cancelled this item alone; nothing of it is stored.
    virtual void itemCancelled(const ItemInfo & /*item*/) { }
    /// Called when a device no longer responds; no further item starts on it.
    virtual void deviceLost(const std::string & /*device*/) { }
    /// Called once a second, and again at the end.
    virtual void loadTold(const RunLoad & /*load*/) { }
    virtual void logged(const std::string & /*line*/) { }
};

} // namespace loupe
