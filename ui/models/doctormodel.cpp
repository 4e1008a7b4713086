// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/doctormodel.h"

#include "ui/text/words.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

void DoctorModel::setSections(std::vector<DoctorSection> sections)
{
    beginResetModel();
    m_sections = std::move(sections);
    m_lines.clear();
    for (const DoctorSection &section : m_sections) {
        m_lines.push_back({&section, nullptr});
        for (const DoctorItem &item : section.items)
            m_lines.push_back({&section, &item});
    }
    endResetModel();
}

QString DoctorModel::fixAt(int row) const
{
    if (row < 0 || row >= rowCount())
        return {};
    const DoctorItem *item = m_lines[static_cast<std::size_t>(row)].item;
    return item == nullptr ? QString() : toQt(item->fix);
}

QString DoctorModel::summary() const
{
    QStringList parts;
    for (const DoctorSection &section : m_sections) {
        const auto missing
            = std::count_if(section.items.begin(), section.items.end(), [](const DoctorItem &item) {
                  return item.state == DoctorItem::State::Missing;
              });
        if (missing > 0)
            parts.append(tr("%1: %2 missing").arg(toQt(section.title), countText(missing)));
    }
    return parts.isEmpty() ? tr("Everything that is needed is here") : parts.join(u" · "_s);
}

bool DoctorModel::isSection(int row) const
{
    return m_lines[static_cast<std::size_t>(row)].item == nullptr;
}

QString DoctorModel::text() const
{
    QStringList lines;
    for (const DoctorSection &section : m_sections) {
        if (!lines.isEmpty())
            lines.append(QString());
        lines.append(toQt(section.title) + u':');
        for (const DoctorItem &item : section.items) {
            for (const std::string &line : linesOf(item))
                lines.append(toQt(line));
        }
    }
    return lines.join(u'\n') + u'\n';
}

int DoctorModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int DoctorModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString DoctorModel::textOf(const Line &line, int column) const
{
    if (line.item == nullptr)
        return column == StateColumn ? toQt(line.section->title) : QString();
    switch (column) {
    case StateColumn:
        return toQt(name(line.item->state));
    case TitleColumn:
        return toQt(line.item->title);
    case FoundColumn:
        return toQt(line.item->found);
    case NeededColumn:
        return toQt(line.item->neededFor);
    default:
        return toQt(line.item->fix);
    }
}

QVariant DoctorModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Line &line = m_lines[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return textOf(line, index.column());
    case VerdictRole:
        // The shapes and colours of outcomes: there, missing, and not here but only wanted by some.
        if (index.column() != StateColumn || line.item == nullptr)
            return {};
        return static_cast<int>(line.item->state == DoctorItem::State::Ok ? Verdict::Correct
                                    : line.item->state == DoctorItem::State::Missing
                                    ? Verdict::Crashed
                                    : Verdict::NotRecorded);
    case KindRole:
        if (index.column() == FixColumn)
            return static_cast<int>(CellKind::Code);
        return static_cast<int>(index.column() == NeededColumn ? CellKind::Dim : CellKind::Text);
    default:
        return {};
    }
}

QVariant DoctorModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case StateColumn:
        return tr("State");
    case TitleColumn:
        return tr("What");
    case FoundColumn:
        return tr("Found");
    case NeededColumn:
        return tr("Needed for");
    default:
        return tr("How to install");
    }
}

} // namespace loupe::ui
