// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/heldrows.h"
#include "ui/shell/runs/runitems.h"

#include <string>
#include <vector>

namespace loupe::ui {

/// Device, or an item being processed on it.
struct LaneRow {
    bool isDevice = false;
    QString what;
    QString state;
    QString seconds;
};

/// Items being processed, grouped by device: a line for the device, then its items, timed ones
/// first.
class LaneModel final : public HeldRows<LaneRow>
{
    Q_OBJECT
public:
    enum Column { WhatColumn, StateColumn, SecondsColumn, ColumnCount };

    explicit LaneModel(QObject *parent = nullptr);

    /// `lost`: devices that no longer respond.
    void show(const RunItems &items, const std::vector<std::string> &lost = {});
    int lanes() const;
};

} // namespace loupe::ui
