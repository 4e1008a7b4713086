// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/facetmodel.h"

#include "core/model/filteredit.h"
#include "ui/models/roles.h"
#include "ui/text/words.h"

#include <algorithm>
#include <cstddef>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr std::size_t mostValues = 10;

FacetModel::Mark markOf(const Filter &filter, const std::string &field, const std::string &value)
{
    if (asksFor(filter, field, value))
        return FacetModel::Mark::Asked;
    return leavesOut(filter, field, value) ? FacetModel::Mark::LeftOut : FacetModel::Mark::None;
}

/// The field's values that the filter names.
std::vector<std::string> namedValues(const std::string &field, const Filter &filter)
{
    std::vector<std::string> out;
    for (const FilterTerm &term : filter.terms) {
        if (term.field == field && term.op == FilterOp::Is)
            out.insert(out.end(), term.values.begin(), term.values.end());
    }
    return out;
}

/// What stands for no value in the filter.
std::string writtenValue(const FacetCount &each)
{
    return each.value.empty() ? "none" : each.value;
}

} // namespace

FacetModel::FacetModel(QObject *parent) : QAbstractTableModel(parent) { }

void FacetModel::setGroups(const std::vector<FacetGroup> &groups, const Filter &filter)
{
    beginResetModel();
    m_rows.clear();
    for (const FacetGroup &group : groups) {
        const std::vector<std::string> named = namedValues(group.field, filter);
        if (group.values.empty() && named.empty())
            continue;
        m_rows.push_back({RowKind::Heading, group.field, {}});
        std::int64_t left = 0;
        std::size_t shown = 0;
        for (const FacetCount &each : group.values) {
            const std::string value = writtenValue(each);
            const Mark mark = markOf(filter, group.field, value);
            if (mark == Mark::None && shown >= mostValues) {
                ++left;
                continue;
            }
            m_rows.push_back({RowKind::Value, group.field, value, each.count, mark});
            ++shown;
        }
        for (const std::string &value : named) {
            if (rowOf(group.field, value) < 0) // "failed" or "conv*", say, or what nothing has
                m_rows.push_back({RowKind::Value, group.field, value, std::nullopt,
                                  markOf(filter, group.field, value)});
        }
        if (left > 0)
            m_rows.push_back({RowKind::More, group.field, {}, left});
    }
    endResetModel();
}

int FacetModel::rowOf(const std::string &field, const std::string &value) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row &row) {
        return row.kind == RowKind::Value && row.field == field && row.value == value;
    });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int FacetModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int FacetModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString FacetModel::valueText(const Row &row) const
{
    switch (row.kind) {
    case RowKind::Heading:
        return toQt(row.field).toUpper();
    case RowKind::More:
        return tr("%1 more").arg(countText(row.count.value_or(0)));
    case RowKind::Value:
        break;
    }
    switch (row.mark) {
    case Mark::Asked:
        return u"✓ "_s + lineText(row.value);
    case Mark::LeftOut:
        return u"− "_s + lineText(row.value);
    case Mark::None:
        break;
    }
    return lineText(row.value);
}

QString FacetModel::helpText(const Row &row) const
{
    if (row.kind == RowKind::Heading)
        return tr("Counts under all terms of the filter but those of %1").arg(toQt(row.field));
    if (row.kind == RowKind::More)
        return tr("The filter line offers all values of %1").arg(toQt(row.field));
    const QString value = tr("%1: %2").arg(toQt(row.field), lineText(row.value));
    switch (row.mark) {
    case Mark::Asked:
        return tr("%1, asked for; a click takes it out of the filter").arg(value);
    case Mark::LeftOut:
        return tr("%1, left out; a click takes it out of the filter").arg(value);
    case Mark::None:
        break;
    }
    return tr("%1; a click asks for it, with Alt (or −) leaves it out").arg(value);
}

QVariant FacetModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    const bool isValue = index.column() == ValueColumn;
    switch (role) {
    case Qt::DisplayRole:
        if (isValue)
            return valueText(row);
        return row.kind == RowKind::Value && row.count ? countText(*row.count) : QString();
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
        return helpText(row);
    case KindRole:
        if (row.kind != RowKind::Value)
            return static_cast<int>(CellKind::Dim);
        return static_cast<int>(isValue ? CellKind::Text : CellKind::Number);
    case BrushedRole:
        return row.mark != Mark::None;
    case Qt::TextAlignmentRole:
        return static_cast<int>((isValue ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant FacetModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == ValueColumn ? tr("Value") : tr("Results");
}

Qt::ItemFlags FacetModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    return row.kind == RowKind::Value ? Qt::ItemIsEnabled | Qt::ItemIsSelectable
                                      : Qt::ItemFlags(Qt::ItemIsEnabled);
}

} // namespace loupe::ui
