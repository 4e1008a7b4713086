// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/contract/runcontrol.h"
#include "core/engine/request/plan.h"
#include "core/engine/request/runobserver.h"
#include "core/store/write/storewriter.h"

#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace loupe {

/// Items of a remote run, presented to the local observer and control. Remote messages are
/// untrusted: they can only change the state of this plan's items. Use from one thread.
class WatchedItems
{
public:
    /// `control` may be null. The observer must outlive it.
    WatchedItems(RunObserver &observer, std::shared_ptr<RunControl> control);

    /// Reports the plan's items, except those already stored, to the observer, once.
    void queue(const Plan &plan, const std::set<EvaluationKey> &stored);

    /// Handles an engine's news (steering.h). `where` is the prefix of its devices and log lines.
    /// Returns false if it is invalid or names an item outside the plan.
    bool take(const Json &news, const std::string &where);
    /// Reports the result of an item to the observer, with its device and duration.
    void finished(ItemResult result, int done, int total);

    /// Returns the local commands after the first `count`, in the format of steering.h.
    std::vector<Json> commandsAfter(std::size_t count) const;

private:
    struct UnderWay {
        std::string device;
        std::chrono::steady_clock::time_point begin;
    };

    RunObserver &m_observer;
    std::shared_ptr<RunControl> m_control;
    std::set<EvaluationKey> m_stored;   ///< before this session
    std::vector<EvaluationKey> m_items; ///< by place
    std::map<EvaluationKey, std::size_t> m_places;
    std::map<std::size_t, ItemInfo> m_infos; ///< of unfinished items
    std::map<std::size_t, UnderWay> m_underWay;
    std::map<std::string, RunLoad> m_loads; ///< by origin
};

/// Returns an untrusted line for a log: shortened, control characters replaced by spaces.
std::string harmlessLine(const std::string &text);

} // namespace loupe
