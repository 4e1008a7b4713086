// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/celldelegate.h"

#include "ui/models/roles.h"
#include "ui/style/outcomeshape.h"
#include "ui/style/theme.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace loupe::ui {

namespace {

double digitWidth(const QFontMetricsF &metrics)
{
    double widest = 0;
    for (char digit = '0'; digit <= '9'; ++digit)
        widest = std::max(widest, metrics.horizontalAdvance(QLatin1Char(digit)));
    return widest;
}

double tabularWidth(const QFontMetricsF &metrics, const QString &text)
{
    const double digit = digitWidth(metrics);
    double width = 0;
    for (const QChar c : text)
        width += c.isDigit() ? digit : metrics.horizontalAdvance(c);
    return width;
}

/// Paints the background of a brushed row, with a bar at the left of its first cell.
void paintBrushed(QPainter &painter, const QRect &cell, bool isFirst, const Theme &theme)
{
    constexpr int thickness = 4;
    painter.fillRect(cell, theme.color(Token::Brushed));
    if (!theme.hasTints() && isFirst)
        painter.fillRect(QRect(cell.left(), cell.top(), thickness, cell.height()),
                         theme.color(Token::Accent));
}

} // namespace

void drawTabular(QPainter &painter, const QRectF &box, const QString &text)
{
    const QFontMetricsF metrics(painter.font());
    const double digit = digitWidth(metrics);
    const auto slot = [&](QChar c) { return c.isDigit() ? digit : metrics.horizontalAdvance(c); };
    const double width = tabularWidth(metrics, text);
    const double baseline = box.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    painter.save();
    if (width > box.width() + 1) { // A truncated number would look like another number.
        painter.translate(box.right(), 0);
        painter.scale(std::max(box.width(), 1.0) / width, 1);
        painter.translate(-box.right(), 0);
    }
    double x = box.right() - width;
    for (const QChar c : text) {
        const double spare = slot(c) - metrics.horizontalAdvance(c);
        painter.drawText(QPointF(x + spare / 2, baseline), QString(c));
        x += slot(c);
    }
    painter.restore();
}

QString shownName(const QModelIndex &index, const QFontMetrics &metrics, int width)
{
    const QString whole = index.data().toString();
    const QVariant shortName = index.data(ShortNameRole);
    if (!shortName.isValid())
        return static_cast<CellKind>(index.data(KindRole).toInt()) == CellKind::Code
            ? elidedPath(whole, metrics, width)
            : metrics.elidedText(whole, Qt::ElideRight, width);
    // All names of a column are whole or none is.
    const bool isWhole = metrics.horizontalAdvance(index.data(LongestNameRole).toString()) <= width;
    return metrics.elidedText(isWhole ? whole : shortName.toString(), Qt::ElideMiddle, width);
}

QString elidedPath(const QString &path, const QFontMetrics &metrics, int width)
{
    const auto fits = [&](const QString &text) { return metrics.horizontalAdvance(text) <= width; };
    const qsizetype slash = path.lastIndexOf(u'/');
    const bool isPath = slash > 0 && !path.contains(u' ');
    if (fits(path))
        return path;
    if (!isPath)
        return metrics.elidedText(path, Qt::ElideRight, width);
    const QString name = path.mid(slash);
    for (qsizetype kept = slash - 1; kept > 0; --kept) {
        const QString shortened = path.left(kept) + u'…' + name;
        if (fits(shortened))
            return shortened;
    }
    const bool isWide = 2 * metrics.horizontalAdvance(path.left(slash)) > width;
    return metrics.elidedText(isWide ? QString(path.left(1) + u'…' + name) : path, Qt::ElideRight,
                              width);
}

CellDelegate::CellDelegate(const Theme &theme, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    Q_UNUSED(option);
    const auto kind = static_cast<CellKind>(index.data(KindRole).toInt());
    const QFontMetricsF metrics(kind == CellKind::Code ? m_theme.codeFont() : m_theme.uiFont());
    const QString text = index.data().toString();
    const double width
        = kind == CellKind::Number ? tabularWidth(metrics, text) : metrics.horizontalAdvance(text);
    const int beside = (index.data(VerdictRole).isValid() ? 4 : 2) * m_theme.unit();
    return {static_cast<int>(std::ceil(width)) + beside + 1, m_theme.compactRowHeight()};
}

void CellDelegate::paintTint(QPainter &painter, const QStyleOptionViewItem &option, int step) const
{
    constexpr std::array<Token, 5> steps{Token::Share1, Token::Share2, Token::Share3, Token::Share4,
                                         Token::Share5};
    const QRectF box = QRectF(option.rect).adjusted(2, 2, -2, -3);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.color(steps.at(static_cast<std::size_t>(step - 1))));
    painter.drawRoundedRect(box, 3, 3);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void CellDelegate::paintBackground(QPainter &painter, const QStyleOptionViewItem &option,
                                   const QModelIndex &index) const
{
    if (option.state.testFlag(QStyle::State_Selected))
        paintSelected(painter, option.rect, m_theme);
    else if (index.data(BrushedRole).toBool())
        paintBrushed(painter, option.rect, index.column() == 0, m_theme);
    painter.setPen(m_theme.color(Token::Line));
    painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    if (const int step = index.data(TintRole).toInt(); step > 0)
        paintTint(painter, option, step);
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter.setPen(m_theme.color(Token::Accent));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
}

void CellDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    painter->save();
    paintBackground(*painter, option, index);
    const int unit = m_theme.unit();
    QRect box = option.rect.adjusted(unit, 0, -unit, 0);
    const auto kind = static_cast<CellKind>(index.data(KindRole).toInt());
    const QVariant verdict = index.data(VerdictRole);
    QColor color = m_theme.color(
        kind == CellKind::Dim ? Token::Dim : m_theme.textOnShare(index.data(TintRole).toInt()));
    if (verdict.isValid()) {
        const Outcome outcome = outcomeOf(static_cast<Verdict>(verdict.toInt()));
        color = m_theme.color(outcome);
        const QRectF shape(box.left(), box.center().y() - unit * 0.5, unit * 1.2, unit * 1.2);
        paintOutcomeShape(*painter, shape, outcome, m_theme);
        box.adjust(2 * unit, 0, 0, 0);
    }
    painter->setFont(kind == CellKind::Code ? m_theme.codeFont() : m_theme.uiFont());
    const bool isDim = m_isStale || index.data(OutsideRole).toBool();
    painter->setPen(isDim ? m_theme.color(Token::Dim) : color);
    if (kind == CellKind::Number)
        drawTabular(*painter, box, index.data().toString());
    else
        painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                          shownName(index, QFontMetrics(painter->font()), box.width()));
    painter->restore();
}

void paintSelected(QPainter &painter, const QRect &cell, const Theme &theme)
{
    painter.fillRect(cell, theme.color(Token::AccentTint));
    if (theme.hasTints())
        return;
    constexpr int thickness = 2;
    const QColor line = theme.color(Token::Accent);
    painter.fillRect(QRect(cell.left(), cell.top(), cell.width(), thickness), line);
    painter.fillRect(QRect(cell.left(), cell.bottom() - thickness, cell.width(), thickness), line);
}

} // namespace loupe::ui
