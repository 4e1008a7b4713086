// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/request/runobserver.h"
#include "core/generation/loop/generationboard.h"

namespace loupe {

/// Observer of a generation's evaluations that reports its programs to a board and forwards
/// everything to `next`. Both must outlive it.
class WatchedEvaluation final : public RunObserver
{
public:
    WatchedEvaluation(GenerationBoard &board, RunObserver &next) : m_board(board), m_next(next) { }

    void planned(const PlanSummary &plan) override { m_next.planned(plan); }
    void queued(const std::vector<ItemInfo> &items) override { m_next.queued(items); }
    void tasksChecked(int done, int total) override { m_next.tasksChecked(done, total); }
    void itemStarted(const ItemInfo &item, Stage stage) override
    {
        m_board.judging(item);
        m_next.itemStarted(item, stage);
    }
    void itemFinished(const ItemResult &result, int done, int total) override
    {
        m_board.judged(result);
        m_next.itemFinished(result, done, total);
    }
    void itemCancelled(const ItemInfo &item) override
    {
        m_board.judgingCancelled(item);
        m_next.itemCancelled(item);
    }
    void deviceLost(const std::string &device) override { m_next.deviceLost(device); }
    void logged(const std::string &line) override { m_next.logged(line); }
    void loadTold(const RunLoad &load) override { m_next.loadTold(load); }

private:
    GenerationBoard &m_board;
    RunObserver &m_next;
};

} // namespace loupe
