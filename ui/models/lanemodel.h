// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/heldrows.h"
#include "ui/shell/runs/runitems.h"

#include <string>
#include <vector>

namespace loupe::ui {

/// A device, or an item that is under way there.
struct LaneRow {
    bool isDevice = false;
    QString what;
    QString state;
    QString seconds;
};

/// What is under way, a lane for each device: a line about the device, then its items, who is timed
/// first.
class LaneModel final : public HeldRows<LaneRow>
{
    Q_OBJECT
public:
    enum Column { WhatColumn, StateColumn, SecondsColumn, ColumnCount };

    explicit LaneModel(QObject *parent = nullptr);

    /// `lost`: devices that answer no more.
    void show(const RunItems &items, const std::vector<std::string> &lost = {});
    int lanes() const;
};

} // namespace loupe::ui
