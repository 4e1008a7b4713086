// SPDX-License-Identifier: Apache-2.0
//
// Commands of a watcher to a remote engine, and the engine's news about its items, as JSON objects.
// An item is [task, method, sample, round].
//
// {"steer": "pause" | "resume"}
// {"steer": "cancel" | "front" | "back", "items": […]}
//
// {"news": "stage", "item": …, "stage": "build", "device": "cuda:0"}
// {"news": "cancelled", "item": …}
// {"news": "lost", "device": "cuda:0"}
// {"news": "log", "line": …}
// {"news": "load", "load": …}, as runloadfields.h has it
#pragma once

#include "core/base/json.h"
#include "core/engine/contract/runcontrol.h"
#include "core/engine/request/runobserver.h"
#include "core/executors/linefile.h"
#include "core/store/write/storewriter.h"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace loupe {

EvaluationKey keyOf(const ItemInfo &item);
Json toJson(const EvaluationKey &item);
/// Returns nothing if `json` is not an item.
std::optional<EvaluationKey> itemFromJson(const Json &json);

Json toJson(const RunControl::Command &command, const std::vector<EvaluationKey> &items);

/// Control of this process's run by the job's command file. All commands are replayed in order from
/// the first, so that a restarted engine reaches the state of the previous one. Thread-safe.
class SteeredRun
{
public:
    SteeredRun(const std::filesystem::path &file, std::shared_ptr<RunControl> control);

    /// Starts following commands; existing ones are followed at once.
    void queued(const std::vector<ItemInfo> &items);
    void look();

private:
    void follow(const Json &command);

    std::mutex m_mutex;
    LineFileReader m_file;
    std::string m_watcher; ///< watcher that owns the file
    std::shared_ptr<RunControl> m_control;
    std::map<EvaluationKey, std::size_t> m_places;
    bool m_isQueued = false;
};

/// Observer that writes an engine's news to a file for the requesting side, and forwards them.
class NewsWriter final : public RunObserver
{
public:
    /// Works without the file if that cannot be written, because the results do not need it.
    NewsWriter(const std::filesystem::path &file, SteeredRun &steered, RunObserver &next);

    void planned(const PlanSummary &plan) override { m_next.planned(plan); }
    void queued(const std::vector<ItemInfo> &items) override;
    void tasksChecked(int done, int total) override { m_next.tasksChecked(done, total); }
    void itemStarted(const ItemInfo &item, Stage stage) override;
    void itemFinished(const ItemResult &result, int done, int total) override
    {
        m_next.itemFinished(result, done, total);
    }
    void itemCancelled(const ItemInfo &item) override;
    void deviceLost(const std::string &device) override;
    void logged(const std::string &line) override;
    /// Writes the load every few seconds, and when the last evaluation has ended.
    void loadTold(const RunLoad &load) override;

private:
    void write(const Json &news);

    std::optional<LineFileWriter> m_file;
    SteeredRun &m_steered;
    RunObserver &m_next;
    double m_nextLoad = 0; ///< second of the run
    bool m_wasAtWork = true;
};

} // namespace loupe
