// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <QVariantMap>

class QAbstractItemModel;
class QTableView;

namespace loupe::ui {

/// Choices of the user about the columns of a table: order, hidden columns, widths and sort. They
/// belong to titles, because the columns of some tables depend on the data.
class ColumnMemory final : public QObject
{
    Q_OBJECT
public:
    /// The table owns it.
    explicit ColumnMemory(QTableView &table);

    /// Applies the choices to this model's columns, now and whenever they become others.
    void follow(QAbstractItemModel *model);
    /// Returns the choices, also those for columns that the table does not have at present.
    QVariantMap state() const;
    /// Replaces the choices by those of state(); an empty map restores the order and the sort.
    void restore(const QVariantMap &state);

    /// Returns a state() without the sort.
    static QVariantMap withoutSort(QVariantMap state);

    void setHidden(int column, bool isHidden);
    /// Returns whether the user hid the column.
    bool isHiddenByChoice(int column) const { return m_hidden.contains(titleOf(column)); }
    /// Returns the width that the user gave a column, in pixels; 0 if none.
    int widthOf(int column) const;
    /// Sets a width that is not a choice of the user; one that the user gave stays.
    void fitWidth(int column, int width);

signals:
    /// Emitted after a choice of the user.
    void changed();
    /// Emitted after setHidden().
    void hiddenChanged();
    /// Emitted after restore().
    void restored();

private:
    QString titleOf(int column) const;
    int columnOf(const QString &title) const;
    void takeWidth(int column, int width);
    void takeSort(int column, Qt::SortOrder order);
    void takeOrder();
    void apply();
    void applyOrder();

    QTableView &m_table;
    QPointer<QAbstractItemModel> m_model;
    QStringList m_titles; ///< that the choices were last applied to
    QStringList m_order;  ///< titles from left to right; empty: the model's order
    QStringList m_hidden;
    QMap<QString, int> m_widths;
    QString m_sorted; ///< title; empty: not sorted by a column
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    bool m_isApplying = false;
};

} // namespace loupe::ui
