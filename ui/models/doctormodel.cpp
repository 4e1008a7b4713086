// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/doctormodel.h"

#include "ui/text/words.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

DoctorModel::DoctorModel(QObject *parent) : HeldRows(parent)
{
    using Line = DoctorLine;
    const auto ofItem = [](std::string DoctorItem::*part) -> Answer {
        return [part](const Line &line) { return line.item ? toQt(line.item->*part) : QString(); };
    };
    const auto state = [](const Line &line) {
        return line.item ? toQt(name(line.item->state)) : toQt(line.section->title);
    };
    // Reuses the shapes and colours of outcomes: present, missing, and optional.
    const auto verdict = [](const Line &line) {
        if (!line.item)
            return QVariant();
        if (line.item->state == DoctorItem::State::Ok)
            return asData(Verdict::Correct);
        return asData(line.item->state == DoctorItem::State::Missing ? Verdict::Crashed
                                                                     : Verdict::NotRecorded);
    };
    setColumns({{tr("State"), CellKind::Text, state, {{VerdictRole, verdict}}},
                {tr("What"), CellKind::Text, ofItem(&DoctorItem::title)},
                {tr("Found"), CellKind::Text, ofItem(&DoctorItem::found)},
                {tr("Needed for"), CellKind::Dim, ofItem(&DoctorItem::neededFor)},
                {tr("How to install"), CellKind::Code, ofItem(&DoctorItem::fix)}});
}

void DoctorModel::setSections(std::vector<DoctorSection> sections)
{
    beginResetModel();
    m_sections = std::move(sections);
    m_rows.clear();
    for (const DoctorSection &section : m_sections) {
        m_rows.push_back({&section, nullptr});
        for (const DoctorItem &item : section.items)
            m_rows.push_back({&section, &item});
    }
    endResetModel();
}

QString DoctorModel::fixAt(int row) const
{
    if (row < 0 || row >= rowCount())
        return {};
    const DoctorItem *item = rowAt(row).item;
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
    return parts.isEmpty() ? tr("Everything needed is installed") : parts.join(u" · "_s);
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

} // namespace loupe::ui
