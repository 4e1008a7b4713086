// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/loop/generationprogress.h"
#include "ui/models/heldrows.h"

#include <vector>

namespace loupe::ui {

/// Concurrent requests of a generation with their state.
class AskLaneModel final : public HeldRows<AskLane>
{
    Q_OBJECT
public:
    enum Column { LaneColumn, StateColumn, TaskColumn, RoundColumn, ColumnCount };

    explicit AskLaneModel(QObject *parent = nullptr);

    void show(const std::vector<AskLane> &lanes);

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
};

/// Samples of a generation, with a column for each round and its result.
class SampleRoundModel final : public HeldRows<SampleProgress>
{
    Q_OBJECT
public:
    enum Column { TaskColumn, SampleColumn, FirstRoundColumn };

    explicit SampleRoundModel(QObject *parent = nullptr);

    void show(const std::vector<SampleProgress> &samples);

private:
    std::size_t m_rounds = 0;
};

} // namespace loupe::ui
