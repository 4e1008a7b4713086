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

/// The items of a run elsewhere, as this side's observer and control see them. What the other side
/// says of them is data: it can only move items of this plan from state to state. One thread.
class WatchedItems
{
public:
    /// `control` may be null. The observer must outlive it.
    WatchedItems(RunObserver &observer, std::shared_ptr<RunControl> control);

    /// Tells the observer of the plan's items but those that are stored already, once.
    void queue(const Plan &plan, const std::set<EvaluationKey> &stored);

    /// An engine's word (steering.h) from `where`, which is put before its devices and lines.
    /// False where it is none, or of an item that this plan does not have.
    bool take(const Json &news, const std::string &where);
    /// The result of an item has come: fills in where and how long, and tells the observer.
    void finished(ItemResult result, int done, int total);

    /// What was asked for here, but for the first `count` commands, as steering.h writes it.
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
    std::map<std::size_t, ItemInfo> m_infos; ///< of those that are not done
    std::map<std::size_t, UnderWay> m_underWay;
    std::map<std::string, RunLoad> m_loads; ///< by where
};

/// A line of somebody who may be hostile, for a log: no control characters, not long.
std::string harmlessLine(const std::string &text);

} // namespace loupe
