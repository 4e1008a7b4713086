// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/facetmodel.h"

#include "core/model/saved/filteredit.h"
#include "core/model/verdict/verdict.h"
#include "ui/text/distinctnames.h"
#include "ui/text/words.h"

#include <algorithm>
#include <cstddef>
#include <span>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr std::size_t maxValues = 10;
constexpr int maxShortCharacters = 16; ///< that fit in the list, with the mark
constexpr int markCharacters = 2;      ///< of a sign and a space

FacetModel::Mark markOf(const Filter &filter, const std::string &field, const std::string &value)
{
    if (includesValue(filter, field, value))
        return FacetModel::Mark::Included;
    return excludesValue(filter, field, value) ? FacetModel::Mark::Excluded
                                               : FacetModel::Mark::None;
}

/// Returns the field's values named in the filter.
std::vector<std::string> namedValues(const std::string &field, const Filter &filter)
{
    std::vector<std::string> out;
    for (const FilterTerm &term : filter.terms) {
        if (term.field == field && term.op == FilterOp::Is)
            out.insert(out.end(), term.values.begin(), term.values.end());
    }
    return out;
}

/// Returns the value's spelling in the filter, where "none" stands for an empty one.
std::string writtenValue(const FacetCount &each)
{
    return each.value.empty() ? "none" : each.value;
}

/// Returns the value as other parts of the window name it: "no build" for "no_build".
QString facetValue(const FacetRow &row)
{
    const auto outcome = row.field == "status" ? outcomeFromName(row.value) : std::nullopt;
    return outcome ? toQt(label(*outcome)) : lineText(row.value);
}

/// Returns the sign that tells included from excluded values, before the value.
QString markText(FacetRow::Mark mark)
{
    switch (mark) {
    case FacetRow::Mark::Included:
        return u"✓ "_s;
    case FacetRow::Mark::Excluded:
        return u"− "_s;
    case FacetRow::Mark::None:
        break;
    }
    return {};
}

QString facetText(const FacetRow &row)
{
    switch (row.kind) {
    case FacetRow::Kind::Heading:
        return toQt(row.field).toUpper();
    case FacetRow::Kind::More:
        return FacetModel::tr("Show %1 more").arg(countText(row.count.value_or(0)));
    case FacetRow::Kind::Value:
        break;
    }
    return markText(row.mark) + facetValue(row);
}

/// Shortens the values of one field so that they still differ in a narrow list. The marks stay.
void shortenNames(std::span<FacetRow> values)
{
    QStringList names;
    QString longest;
    for (const FacetRow &row : values) {
        names.append(facetValue(row));
        if (const QString text = facetText(row); text.size() > longest.size())
            longest = text;
    }
    const QStringList shortNames = fittedNames(names, maxShortCharacters - markCharacters);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i].shortName = markText(values[i].mark) + shortNames[static_cast<qsizetype>(i)];
        values[i].longestName = longest;
    }
}

QString facetHelp(const FacetRow &row)
{
    if (row.kind == FacetRow::Kind::Heading)
        return FacetModel::tr("Counts under the filter, without its %1 terms").arg(toQt(row.field));
    if (row.kind == FacetRow::Kind::More)
        return FacetModel::tr("Type in the filter line for all values of %1").arg(toQt(row.field));
    const QString value = FacetModel::tr("%1: %2").arg(toQt(row.field), lineText(row.value));
    switch (row.mark) {
    case FacetRow::Mark::Included:
        return FacetModel::tr("%1, in the filter; click to remove it").arg(value);
    case FacetRow::Mark::Excluded:
        return FacetModel::tr("%1, excluded by the filter; click to remove the exclusion")
            .arg(value);
    case FacetRow::Mark::None:
        break;
    }
    return FacetModel::tr("%1; click to filter by it, Alt+click (or −) to exclude it").arg(value);
}

} // namespace

FacetModel::FacetModel(QObject *parent) : HeldRows(parent)
{
    setColumns({{tr("Value"),
                 CellKind::Text,
                 facetText,
                 {{ShortNameRole,
                   [](const Row &row) {
                       return row.kind == RowKind::Value ? QVariant(row.shortName) : QVariant();
                   }},
                  {LongestNameRole, [](const Row &row) { return row.longestName; }}}},
                {tr("Results"), CellKind::Number,
                 [](const Row &row) {
                     return row.kind == RowKind::Value && row.count ? countText(*row.count)
                                                                    : QString();
                 }}},
               {{Qt::ToolTipRole, facetHelp},
                {Qt::AccessibleDescriptionRole, facetHelp},
                {KindRole,
                 [](const Row &row) {
                     return row.kind == RowKind::Value ? QVariant() : asData(CellKind::Dim);
                 }},
                {BrushedRole, [](const Row &row) { return row.mark != Mark::None; }}});
}

void FacetModel::setGroups(const std::vector<FacetGroup> &groups, const Filter &filter)
{
    beginResetModel();
    m_rows.clear();
    for (const FacetGroup &group : groups) {
        const std::vector<std::string> named = namedValues(group.field, filter);
        if (group.values.empty() && named.empty())
            continue;
        m_rows.push_back({RowKind::Heading, group.field, {}});
        const std::size_t first = m_rows.size();
        std::int64_t left = 0;
        std::size_t shown = 0;
        for (const FacetCount &each : group.values) {
            const std::string value = writtenValue(each);
            const Mark mark = markOf(filter, group.field, value);
            if (mark == Mark::None && shown >= maxValues) {
                ++left;
                continue;
            }
            m_rows.push_back({RowKind::Value, group.field, value, each.count, mark});
            ++shown;
        }
        for (const std::string &value : named) {
            if (rowOf(group.field, value) < 0) // for example "failed", "conv*", or a value without
                                               // results
                m_rows.push_back({RowKind::Value, group.field, value, std::nullopt,
                                  markOf(filter, group.field, value)});
        }
        shortenNames(std::span(m_rows).subspan(first));
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

Qt::ItemFlags FacetModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return rowAt(index.row()).kind == RowKind::Value ? Qt::ItemIsEnabled | Qt::ItemIsSelectable
                                                     : Qt::ItemFlags(Qt::ItemIsEnabled);
}

} // namespace loupe::ui
