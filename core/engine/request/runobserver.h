// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/engine/request/runload.h"
#include "core/model/verdict.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// A candidate that will not be evaluated, and why.
struct PlanSkip {
    std::string what; ///< file or task
    std::string reason;
};

/// What a run is expected to need.
struct RunEstimate {
    /// Of the wall clock; absent where nothing is known. Low and high enclose 80 %.
    std::optional<double> seconds;
    std::optional<double> secondsLow;
    std::optional<double> secondsHigh;
    int itemsWithHistory = 0;     ///< evaluations of tasks that were evaluated before
    int jobs = 0;                 ///< at a time
    std::int64_t memoryBytes = 0; ///< that candidates may take together, at most
};

/// Something of the run that others are compared with that is not so of the one to come.
struct BaselineDifference {
    std::string what;     ///< "device", "suite", "KernelLoupe", …
    std::string baseline; ///< of the baseline
    std::string here;     ///< of the run to come, as far as it is known before it begins
};

/// The run that a person made the store's baseline, beside the one to come.
struct BaselineCheck {
    std::string run;
    std::vector<BaselineDifference> differences; ///< none: what both measure can be compared
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
    std::optional<BaselineCheck> baseline = {}; ///< of a dry run, where the store has a baseline
};

struct ItemInfo {
    std::string task;
    std::string category;
    std::string method;
    int sample = 0;
    int round = 0;
    std::string device = {}; ///< where it is evaluated: "cpu", "cuda:0"; empty while it waits
};

struct ItemResult {
    ItemInfo item;
    RowId id;
    Verdict verdict = Verdict::NotRecorded;
    std::string message;
    std::optional<double> speedup;
    double seconds = 0; ///< from its begin to its end, waiting for its turn to be timed included
    /// By the strict rules; NotRecorded where only the suite judged.
    Verdict strictVerdict = Verdict::NotRecorded;
};

/// What a run tells while it goes on. Calls come from engine threads, one at a time, never after
/// executeRun() has returned; implementations return quickly and never throw.
class RunObserver
{
public:
    virtual ~RunObserver() = default;
    virtual void planned(const PlanSummary & /*plan*/) { }
    /// Once, after planned(): the items of this session in the order in which they are to be
    /// evaluated. Their places are what RunControl names them by.
    virtual void queued(const std::vector<ItemInfo> & /*items*/) { }
    /// At the begin of each stage.
    virtual void itemStarted(const ItemInfo & /*item*/, Stage /*stage*/) { }
    virtual void itemFinished(const ItemResult & /*result*/, int /*done*/, int /*total*/) { }
    /// Somebody cancelled this item alone; nothing of it is stored.
    virtual void itemCancelled(const ItemInfo & /*item*/) { }
    /// A device answers no more; nothing begins on it from now on.
    virtual void deviceLost(const std::string & /*device*/) { }
    /// Once a second, and once more at the end.
    virtual void loadTold(const RunLoad & /*load*/) { }
    virtual void logged(const std::string & /*line*/) { }
};

} // namespace loupe
