// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/roles.h"
#include "ui/shell/runs/runitems.h"

#include <QAbstractTableModel>
#include <QString>

#include <string>
#include <vector>

namespace loupe::ui {

/// What is under way, a lane for each device: a line about the device, then its items, who is timed
/// first.
class LaneModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { WhatColumn, StateColumn, SecondsColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// `lost`: devices that answer no more.
    void show(const RunItems &items, const std::vector<std::string> &lost = {});
    int lanes() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Line {
        bool isDevice = false;
        QString what;
        QString state;
        QString seconds;
    };
    std::vector<Line> m_lines;
};

} // namespace loupe::ui
