// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/read/storereader.h"
#include "ui/models/roles.h"

#include <QAbstractTableModel>
#include <QCache>

#include <memory>
#include <optional>
#include <vector>

namespace loupe::ui {

/// Shows any number of result rows: holds ids in view order and fetches only the pages that are
/// looked at.
class ResultTableModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        TaskColumn,
        CategoryColumn,
        MethodColumn,
        SampleColumn,
        RoundColumn,
        VerdictColumn,
        StrictColumn,
        SpeedupColumn,
        IntervalColumn,
        CandidateColumn,
        BaselineColumn,
        DeviceColumn,
        RunColumn,
        MessageColumn,
        ColumnCount
    };

    explicit ResultTableModel(QObject *parent = nullptr);
    ~ResultTableModel() override;

    /// Rows come from `source` from now on; the model is empty until setIds().
    void setSource(std::shared_ptr<RowSource> source);
    /// Replaces the whole order, e.g. after a filter or a sort ran in SQL.
    void setIds(std::vector<RowId> ids);
    /// Takes `ids` by inserting what is new, so that views keep selection and place. Returns false,
    /// changing nothing, when `ids` is not the present order with rows added in a few places.
    bool insertNewIds(const std::vector<RowId> &ids);
    /// Rows a chart selected are tinted.
    void setAllBrushed(bool brushed);

    const std::vector<RowId> &ids() const { return m_ids; }
    RowId idAt(int row) const;
    /// The row of `id`, or -1. Linear: for one row after a reload, not for loops.
    int rowOf(RowId id) const;

    /// The store's order for a column; nullopt where it has none.
    static std::optional<SortKey> sortKey(int column);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    using Page = std::vector<ResultRow>;
    const ResultRow *rowAt(int row) const;
    QString textOf(const ResultRow &row, int column) const;
    QVariant toolTip(const ResultRow &row, int column) const;

    static constexpr int pageSize = 128;

    std::shared_ptr<RowSource> m_source;
    std::vector<RowId> m_ids;
    bool m_allBrushed = false;
    mutable QCache<int, Page> m_pages{64};
};

} // namespace loupe::ui
