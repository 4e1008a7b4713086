// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fittedcolumns.h"

#include "ui/style/theme.h"
#include "ui/widgets/resulttable.h"

#include <QEvent>
#include <QFontMetrics>
#include <QHeaderView>

#include <algorithm>
#include <utility>

namespace loupe::ui {

FittedColumns::FittedColumns(ResultTable &table, const Theme &theme, int stretched)
    : QObject(&table)
    , m_table(table)
    , m_theme(theme)
    , m_stretched(stretched)
{
    table.viewport()->installEventFilter(this);
    table.horizontalHeader()->installEventFilter(this);
}

void FittedColumns::set(std::vector<Room> rooms)
{
    m_rooms = std::move(rooms);
    fit();
}

bool FittedColumns::eventFilter(QObject *watched, QEvent *event)
{
    const bool isRoom = watched == m_table.viewport() && event->type() == QEvent::Resize;
    if (isRoom || event->type() == QEvent::StyleChange)
        fit();
    return QObject::eventFilter(watched, event);
}

void FittedColumns::fit()
{
    const QHeaderView &header = *m_table.horizontalHeader();
    const int columns = std::min(header.count(), static_cast<int>(m_rooms.size()));
    const int character = QFontMetrics(m_theme.uiFont()).averageCharWidth();
    std::vector<int> least;
    std::vector<int> wanted;
    int minSum = 0;
    int wantedSum = 0;
    for (int column = 0; column < columns; ++column) {
        const Room &room = m_rooms[static_cast<std::size_t>(column)];
        const auto widthOf = [&](int characters) {
            return std::max(characters * character + 2 * m_theme.unit(),
                            header.sectionSizeHint(column));
        };
        least.push_back(widthOf(room.least));
        wanted.push_back(std::max(widthOf(room.wanted), least.back()));
        minSum += least.back();
        wantedSum += wanted.back();
    }
    const int width = m_table.viewport()->width();
    const int give = std::clamp(width - minSum, 0, wantedSum - minSum);
    const int range = std::max(1, wantedSum - minSum);
    int used = 0;
    for (int column = 0; column < columns; ++column) {
        const auto place = static_cast<std::size_t>(column);
        wanted[place] = least[place] + (wanted[place] - least[place]) * give / range;
        used += wanted[place];
    }
    for (int column = 0; column < columns; ++column) {
        const int rest = column == m_stretched ? std::max(0, width - used) : 0;
        m_table.setColumnWidth(column, wanted[static_cast<std::size_t>(column)] + rest);
    }
}

} // namespace loupe::ui
