// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/placedpanel.h"

#include "ui/text/words.h"

#include <algorithm>

namespace loupe::ui {

QRectF PlacedPanel::stripSwatch(std::size_t strip) const
{
    const double top = strips.top() + static_cast<double>(strip) * (stripHeight + stripGap);
    const double side = panel->strips.size() > 1 ? stripHeight : 0.0;
    return QRectF(strips.left(), top, side, stripHeight);
}

QRectF PlacedPanel::stripRow(std::size_t strip) const
{
    const QRectF swatch = stripSwatch(strip);
    const double left = swatch.width() > 0 ? swatch.right() + stripGap : swatch.left();
    return QRectF(QPointF(left, swatch.top()), QPointF(strips.right(), swatch.bottom()));
}

QString PlacedPanel::cutText() const
{
    constexpr QChar ellipsis(0x2026);
    if (!title.endsWith(ellipsis) && !note.endsWith(ellipsis))
        return {};
    const QString whole = lineText(panel->title);
    return panel->note.empty() ? whole : whole + u'\n' + lineText(panel->note);
}

double PlacedPanel::xOf(double value) const
{
    return plot.left() + axisShare(panel->x, value) * plot.width();
}

double PlacedPanel::yOf(double value) const
{
    const double share = axisShare(panel->y, value);
    return isDownward ? plot.top() + share * plot.height() : plot.bottom() - share * plot.height();
}

double PlacedPanel::yOfShare(double share) const
{
    const double zero = std::clamp(yOf(0), plot.top(), plot.bottom());
    return share >= 0 ? zero - share * (zero - plot.top()) : zero - share * (plot.bottom() - zero);
}

double PlacedPanel::xAt(double position) const
{
    return axisValue(panel->x, (position - plot.left()) / plot.width());
}

double PlacedPanel::yAt(double position) const
{
    const double share = (position - plot.top()) / plot.height();
    return axisValue(panel->y, isDownward ? share : 1 - share);
}

} // namespace loupe::ui
