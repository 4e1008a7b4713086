// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/heldrows.h"
#include "ui/shell/runs/runitems.h"

#include <QPointer>

#include <vector>

namespace loupe::ui {

class RunJob;

/// Which items of a run are listed.
enum class ItemChoice { All, Waiting, UnderWay, Done, Failed, InfraErrors, Cancelled };
bool isChosen(ItemChoice choice, ItemState state);

/// The items of one run. Rows never move and never leave by themselves: what comes to fit the
/// choice is added at the end, what does not fit it any more stays until somebody chooses anew.
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

    /// Null: nothing is listed.
    void setRun(RunJob *job);
    /// Takes over what became of the run's items since the last time.
    void refresh();
    /// Lists what fits now; of the waiting ones in the order of their line.
    void choose(ItemChoice choice);
    ItemChoice choice() const { return m_choice; }

    /// Of the run, by row; -1 for an item that is not listed.
    std::size_t itemAt(int row) const { return rowAt(row); }
    int rowOf(std::size_t item) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    Columns columns() const;
    void rebuild();
    void readLine();

    QPointer<RunJob> m_job;
    ItemChoice m_choice = ItemChoice::All;
    std::vector<int> m_rowOf;  ///< by item; -1: not listed
    std::vector<int> m_places; ///< by item; 0: does not wait
    std::vector<std::size_t> m_line;
};

/// "waiting", "building", "verifying" …; of an item that has ended its verdict's words.
QString stateText(const RunItem &item);
QString stateText(ItemState state);

} // namespace loupe::ui
