// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/heldrows.h"
#include "ui/shell/runs/runitems.h"

#include <QPointer>

#include <string>
#include <vector>

namespace loupe::ui {

class RunJob;

/// Selection of a run's items.
enum class ItemChoice { All, Waiting, UnderWay, Done, Failed, InfraErrors, Cancelled };
bool isChosen(ItemChoice choice, ItemState state);

/// Items of one run. Rows never move or disappear on their own: new matches are appended, and items
/// that no longer match stay until the next choose().
class QueueModel final : public HeldRows<std::size_t>
{
    Q_OBJECT
public:
    enum Column {
        PlaceColumn,
        StateColumn,
        TaskColumn,
        MethodColumn,
        SampleColumn,
        RoundColumn,
        DeviceColumn,
        SecondsColumn,
        MessageColumn,
        ColumnCount
    };

    explicit QueueModel(QObject *parent = nullptr);

    /// Null clears the list.
    void setRun(RunJob *job);
    /// Applies the changes of the run's items since the last call.
    void refresh();
    /// Lists the items that match now; waiting ones in queue order.
    void choose(ItemChoice choice);
    ItemChoice choice() const { return m_choice; }

    /// Converts between a row and the run's item; -1 if the item is not listed.
    std::size_t itemAt(int row) const { return rowAt(row); }
    int rowOf(std::size_t item) const { return item < m_rowOf.size() ? m_rowOf[item] : -1; }

    int rowCount(const QModelIndex &parent = {}) const override
    {
        return m_job ? HeldRows::rowCount(parent) : 0;
    }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override
    {
        return m_job ? HeldRows::data(index, role) : QVariant();
    }

private:
    void rebuild();
    void readLine();

    QPointer<RunJob> m_job;
    ItemChoice m_choice = ItemChoice::All;
    std::vector<int> m_rowOf;  ///< row by item; -1: not listed
    std::vector<int> m_places; ///< position in the queue by item; 0: does not wait
    std::vector<std::size_t> m_line;
};

/// Returns "waiting", "building", "verifying" …; the label of the verdict for an ended item.
QString stateText(const RunItem &item);
QString stateText(ItemState state);
/// Returns the item's message, in the window's words.
QString messageText(const RunItem &item);

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
