// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/read/storereader.h"

#include <QAbstractTableModel>
#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace loupe::ui {

/// The values of one field of the filter with how many results have each.
struct FacetGroup {
    std::string field;
    std::vector<FacetCount> values; ///< the most frequent first
};

/// The values of some fields under one another, below the name of each field. What the filter asks
/// for or leaves out is marked, and is there even where nothing has it.
class FacetModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { ValueColumn, CountColumn, ColumnCount };
    enum class RowKind { Heading, Value, More };
    enum class Mark { None, Asked, LeftOut };
    struct Row {
        RowKind kind;
        std::string field;
        std::string value; ///< as in the filter: "none" where there is none
        std::optional<std::int64_t> count
            = {}; ///< none: the filter names it, nothing is counted so
        Mark mark = Mark::None;
    };

    explicit FacetModel(QObject *parent = nullptr);

    void setGroups(const std::vector<FacetGroup> &groups, const Filter &filter);
    const std::vector<Row> &rows() const { return m_rows; }
    /// The row of a value, or -1.
    int rowOf(const std::string &field, const std::string &value) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    QString valueText(const Row &row) const;
    QString helpText(const Row &row) const;

    std::vector<Row> m_rows;
};

} // namespace loupe::ui
