// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/loop/generationprogress.h"
#include "ui/models/heldrows.h"

#include <vector>

namespace loupe::ui {

/// The requests of a generation that may be open at the same time, and what each does.
class AskLaneModel final : public HeldRows<AskLane>
{
    Q_OBJECT
public:
    enum Column { LaneColumn, StateColumn, TaskColumn, RoundColumn, ColumnCount };

    explicit AskLaneModel(QObject *parent = nullptr);

    void show(const std::vector<AskLane> &lanes);

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
};

} // namespace loupe::ui
