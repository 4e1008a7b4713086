// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tables/columnmemory.h"

#include <QAbstractItemModel>
#include <QGuiApplication>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

const QString orderKey = u"order"_s;
const QString hiddenKey = u"hidden"_s;
const QString widthsKey = u"widths"_s;
const QString sortedKey = u"sorted"_s;
const QString descendingKey = u"descending"_s;

} // namespace

ColumnMemory::ColumnMemory(QTableView &table) : QObject(&table), m_table(table)
{
    const QHeaderView *header = table.horizontalHeader();
    connect(header, &QHeaderView::sectionResized, this,
            [this](int column, int, int width) { takeWidth(column, width); });
    connect(header, &QHeaderView::sectionMoved, this, &ColumnMemory::takeOrder);
    connect(header, &QHeaderView::sortIndicatorChanged, this, &ColumnMemory::takeSort);
}

void ColumnMemory::follow(QAbstractItemModel *model)
{
    if (m_model)
        m_model->disconnect(this);
    m_model = model;
    if (model == nullptr)
        return;
    const auto look = [this] {
        QStringList titles;
        for (int column = 0; column < m_model->columnCount(); ++column)
            titles.append(titleOf(column));
        if (titles != m_titles) {
            m_titles = titles;
            apply();
        }
    };
    connect(model, &QAbstractItemModel::modelReset, this, look);
    connect(model, &QAbstractItemModel::columnsInserted, this, look);
    connect(model, &QAbstractItemModel::headerDataChanged, this, look);
    look();
}

QString ColumnMemory::titleOf(int column) const
{
    const QString title
        = m_table.model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    return title.isEmpty() ? QString(u"#"_s + QString::number(column)) : title;
}

int ColumnMemory::columnOf(const QString &title) const
{
    const int count = m_table.horizontalHeader()->count();
    for (int column = 0; column < count; ++column) {
        if (titleOf(column) == title)
            return column;
    }
    return -1;
}

QVariantMap ColumnMemory::state() const
{
    QVariantMap out;
    if (!m_order.isEmpty())
        out[orderKey] = m_order;
    if (!m_hidden.isEmpty())
        out[hiddenKey] = m_hidden;
    QVariantMap widths;
    for (auto each = m_widths.begin(); each != m_widths.end(); ++each)
        widths[each.key()] = each.value();
    if (!widths.isEmpty())
        out[widthsKey] = widths;
    if (!m_sorted.isEmpty()) {
        out[sortedKey] = m_sorted;
        out[descendingKey] = m_sortOrder == Qt::DescendingOrder;
    }
    return out;
}

void ColumnMemory::restore(const QVariantMap &state)
{
    for (const QString &title : m_hidden) {
        if (const int column = columnOf(title); column >= 0)
            m_table.setColumnHidden(column, false);
    }
    m_order = state[orderKey].toStringList();
    m_hidden = state[hiddenKey].toStringList();
    m_widths.clear();
    const QVariantMap widths = state[widthsKey].toMap();
    for (auto each = widths.begin(); each != widths.end(); ++each)
        m_widths[each.key()] = each.value().toInt();
    m_sorted = state[sortedKey].toString();
    m_sortOrder = state[descendingKey].toBool() ? Qt::DescendingOrder : Qt::AscendingOrder;
    apply();
    emit restored();
}

QVariantMap ColumnMemory::withoutSort(QVariantMap state)
{
    state.remove(sortedKey);
    state.remove(descendingKey);
    return state;
}

void ColumnMemory::apply()
{
    if (m_table.model() == nullptr)
        return;
    const QScopedValueRollback applying(m_isApplying, true);
    QHeaderView &header = *m_table.horizontalHeader();
    applyOrder();
    for (const QString &title : m_hidden) {
        const int column = columnOf(title);
        const bool isLast = header.count() - header.hiddenSectionCount() <= 1;
        if (column >= 0 && !isLast)
            m_table.setColumnHidden(column, true);
    }
    for (auto each = m_widths.begin(); each != m_widths.end(); ++each) {
        if (const int column = columnOf(each.key()); column >= 0)
            m_table.setColumnWidth(column, each.value());
    }
    const int sorted = m_sorted.isEmpty() ? -1 : columnOf(m_sorted);
    if (header.isSortIndicatorShown() && (sorted >= 0 || m_sorted.isEmpty()))
        header.setSortIndicator(sorted, m_sortOrder);
}

void ColumnMemory::applyOrder()
{
    QHeaderView &header = *m_table.horizontalHeader();
    if (!header.sectionsMovable() || (m_order.isEmpty() && !header.sectionsMoved()))
        return;
    int place = 0;
    for (const QString &title : m_order) {
        if (const int column = columnOf(title); column >= 0)
            header.moveSection(header.visualIndex(column), place++);
    }
    for (int column = 0; m_order.isEmpty() && column < header.count(); ++column)
        header.moveSection(header.visualIndex(column), column);
}

void ColumnMemory::setHidden(int column, bool isHidden)
{
    const QString title = titleOf(column);
    m_hidden.removeAll(title);
    if (isHidden)
        m_hidden.append(title);
    m_table.setColumnHidden(column, isHidden);
    emit hiddenChanged();
    emit changed();
}

int ColumnMemory::widthOf(int column) const
{
    return m_widths.isEmpty() ? 0 : m_widths.value(titleOf(column));
}

void ColumnMemory::fitWidth(int column, int width)
{
    const QScopedValueRollback fitting(m_isApplying, true);
    const int chosen = widthOf(column);
    m_table.setColumnWidth(column, chosen > 0 ? chosen : width);
}

void ColumnMemory::takeWidth(int column, int width)
{
    // Only the user resizes with a pressed button. A stretched last column follows the others.
    const QHeaderView &header = *m_table.horizontalHeader();
    const bool isStretched
        = header.stretchLastSection() && header.visualIndex(column) == header.count() - 1;
    if (m_isApplying || isStretched || width == 0
        || !QGuiApplication::mouseButtons().testFlag(Qt::LeftButton))
        return;
    m_widths[titleOf(column)] = width;
    emit changed();
}

void ColumnMemory::takeSort(int column, Qt::SortOrder order)
{
    if (m_isApplying)
        return;
    m_sorted = column < 0 ? QString() : titleOf(column);
    m_sortOrder = order;
    emit changed();
}

void ColumnMemory::takeOrder()
{
    const QHeaderView &header = *m_table.horizontalHeader();
    if (m_isApplying || !header.sectionsMovable())
        return; // The page moves the columns of such a table.
    m_order.clear();
    for (int place = 0; place < header.count(); ++place)
        m_order.append(titleOf(header.logicalIndex(place)));
    emit changed();
}

} // namespace loupe::ui
