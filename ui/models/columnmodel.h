// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/verdict/verdict.h"
#include "ui/models/roles.h"

#include <QAbstractTableModel>
#include <QString>
#include <QVariant>

#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace loupe::ui {

inline QVariant asData(CellKind kind)
{
    return static_cast<int>(kind);
}

inline QVariant asData(Verdict verdict)
{
    return static_cast<int>(verdict);
}

inline QVariant asData(std::optional<double> number)
{
    return number ? QVariant(*number) : QVariant();
}

/// Definition of one column. `Row` is a reference to a row of the model, or a small value.
template <typename Row>
struct ColumnDefinition {
    using Answer = std::function<QVariant(Row)>;
    using Answers = std::map<int, Answer>; ///< by role

    ColumnDefinition(QString heading, CellKind cells, Answer shown, Answers other = {})
        : name(std::move(heading))
        , kind(cells)
        , text(std::move(shown))
        , answers(std::move(other))
    {
    }

    QString name;
    /// Numbers are right-aligned, everything else left-aligned.
    CellKind kind;
    /// Returns the displayed text, also used as tooltip and accessible text.
    Answer text;
    /// Return the data of a role; a QVariant() falls back to the default.
    Answers answers;
    /// Tooltip of the heading.
    QString help;
    /// Sort key of this column, if rows are sorted by another object.
    std::optional<int> order;
    /// The first click on the heading sorts the largest first, as for speedups.
    bool isDescendingFirst = false;
};

/// Read-only table with declared columns. Templates cannot have Q_OBJECT, but derived models have
/// it.
template <typename Row>
class ColumnModel : public QAbstractTableModel
{
public:
    using Definition = ColumnDefinition<Row>;
    using Answer = typename Definition::Answer;
    using Answers = typename Definition::Answers;
    using Columns = std::vector<Definition>;

    using QAbstractTableModel::QAbstractTableModel;

    int columnCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
    }

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
            return {};
        return answer(index.column(), rowAt(index.row()), role);
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
            return {};
        const Definition &column = definition(section);
        switch (role) {
        case Qt::DisplayRole:
            return column.name;
        case Qt::ToolTipRole:
            return column.help.isEmpty() ? QVariant() : column.help;
        case Qt::TextAlignmentRole:
            return alignmentOf(column.kind);
        case Qt::InitialSortOrderRole:
            return column.isDescendingFirst ? static_cast<int>(Qt::DescendingOrder) : QVariant();
        default:
            return {};
        }
    }

protected:
    /// Returns an existing row.
    virtual Row rowAt(int row) const = 0;

    const Definition &definition(int column) const
    {
        return m_columns[static_cast<std::size_t>(column)];
    }

    /// Returns the data of a cell.
    QVariant answer(int column, Row row, int role) const
    {
        const Definition &asked = definition(column);
        for (const Answers *answers : {&asked.answers, &m_answers}) {
            const auto found = answers->find(role);
            if (QVariant said = found == answers->end() ? QVariant() : found->second(row);
                said.isValid())
                return said;
        }
        switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole:
        case Qt::AccessibleTextRole:
            return asked.text(row);
        case KindRole:
            return asData(asked.kind);
        case Qt::TextAlignmentRole:
            return alignmentOf(asked.kind);
        default:
            return {};
        }
    }

    /// Sets the columns. `answers` apply to all columns without their own. Call it only in a
    /// constructor or during a model reset.
    void setColumns(Columns columns, Answers answers = {})
    {
        m_columns = std::move(columns);
        m_answers = std::move(answers);
    }

    /// Emits dataChanged() for the first `rows` rows.
    void announce(int rows)
    {
        if (rows > 0)
            emit dataChanged(index(0, 0), index(rows - 1, columnCount() - 1));
    }

private:
    static int alignmentOf(CellKind kind)
    {
        const auto side = kind == CellKind::Number ? Qt::AlignRight : Qt::AlignLeft;
        return static_cast<int>(side | Qt::AlignVCenter);
    }

    Columns m_columns;
    Answers m_answers;
};

} // namespace loupe::ui
