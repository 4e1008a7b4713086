// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tables/columnfit.h"

#include <QEvent>
#include <QFontMetrics>
#include <QHeaderView>
#include <QStyleOptionHeader>
#include <QTableView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

ColumnFit::ColumnFit(QTableView *table, int flexible, int minCharacters)
    : QObject(table)
    , m_table(table)
    , m_flexible(flexible)
    , m_minCharacters(minCharacters)
{
    table->horizontalHeader()->setStretchLastSection(false);
    table->viewport()->installEventFilter(this);
}

void ColumnFit::update()
{
    const QHeaderView &header = *m_table->horizontalHeader();
    const QAbstractItemView &hints = *m_table; // QTableView hides sizeHintForColumn(), which is
                                               // public in its base class.
    std::vector<int> widest(static_cast<std::size_t>(header.count()));
    for (std::size_t i = 0; i < widest.size(); ++i) {
        const int column = static_cast<int>(i);
        if (m_table->isColumnHidden(column))
            continue;
        const int before
            = i < m_widest.size() && m_widest.size() == widest.size() ? m_widest[i] : 0;
        widest[i] = std::max({before, hints.sizeHintForColumn(column), titleWidth(header, column)});
    }
    if (widest == m_widest)
        return;
    m_widest = std::move(widest);
    giveRoom();
}

void ColumnFit::giveRoom()
{
    int left = m_table->viewport()->width();
    for (std::size_t i = 0; i < m_widest.size(); ++i) {
        const int column = static_cast<int>(i);
        if (column == m_flexible || m_widest[i] == 0)
            continue;
        m_table->setColumnWidth(column, m_widest[i]);
        left -= m_widest[i];
    }
    const int least = m_minCharacters * characterWidth(m_table->fontMetrics());
    m_table->setColumnWidth(m_flexible, std::max(left, least));
}

bool ColumnFit::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        giveRoom();
    return QObject::eventFilter(watched, event);
}

int characterWidth(const QFontMetrics &metrics)
{
    const QString letters = u"abcdefghijklmnopqrstuvwxyz"_s;
    return metrics.horizontalAdvance(letters) / static_cast<int>(letters.size());
}

int titleWidth(const QHeaderView &header, int column)
{
    const QStyle &style = *header.style();
    const int margin = style.pixelMetric(QStyle::PM_HeaderMargin, nullptr, &header);
    int hint = header.sectionSizeHint(column);
    if (header.isSortIndicatorShown()) // Qt's own place for an arrow
        hint -= header.sizeHint().height() + margin;
    QStyleOptionHeader option;
    option.initFrom(&header);
    option.orientation = Qt::Horizontal;
    // Before the first layout the header has the size of a window, and styles without a place for
    // the arrow return all of it.
    const int height = header.sizeHint().height();
    option.rect.setHeight(height);
    const int arrow
        = std::min(height, style.subElementRect(QStyle::SE_HeaderArrow, &option, &header).width());
    constexpr int spare = 8;
    return hint + std::max(0, arrow - 2 * margin + spare); // the hint has two margins too many
}

} // namespace loupe::ui
