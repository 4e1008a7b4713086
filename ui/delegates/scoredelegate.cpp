// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/scoredelegate.h"

#include "ui/delegates/celldelegate.h"
#include "ui/models/roles.h"
#include "ui/text/words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace loupe::ui {

namespace {

constexpr double maxLog2 = 3; ///< the axis of speedups ranges from ⅛ to 8

double placeOf(double speedup, const QRectF &box)
{
    const double log2 = std::clamp(std::log2(speedup), -maxLog2, maxLog2);
    return box.left() + (log2 + maxLog2) / (2 * maxLog2) * box.width();
}

void paintWhisker(QPainter &painter, double from, double to, double y, double reach)
{
    painter.drawLine(QPointF(from, y), QPointF(to, y));
    painter.drawLine(QPointF(from, y - reach), QPointF(from, y + reach));
    painter.drawLine(QPointF(to, y - reach), QPointF(to, y + reach));
}

} // namespace

Token ScoreDelegate::tokenOf(CellOutcome outcome)
{
    constexpr std::array<Token, cellOutcomes> tokens{
        Token::Faster, Token::Slower,  Token::Correct, Token::AmberText, Token::Wrong,
        Token::Crash,  Token::NoBuild, Token::Timeout, Token::Neutral};
    return tokens[static_cast<std::size_t>(outcome)];
}

std::optional<CellOutcome> ScoreDelegate::outcomeAt(const QVariantList &counts, double x,
                                                    double width) const
{
    double all = 0;
    for (const QVariant &each : counts)
        all += each.toDouble();
    const double margin = m_theme.unit();
    double end = margin;
    for (qsizetype i = 0; i < static_cast<qsizetype>(cellOutcomes) && x >= margin; ++i) {
        end += all > 0 ? (width - 2 * margin) * counts[i].toDouble() / all : 0;
        if (x < end)
            return static_cast<CellOutcome>(i);
    }
    return std::nullopt;
}

ScoreDelegate::ScoreDelegate(const Theme &theme, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{
}

void ScoreDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const
{
    painter->save();
    if (option.state.testFlag(QStyle::State_Selected))
        paintSelected(*painter, option.rect, m_theme);
    painter->setPen(m_theme.color(Token::Line));
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    const int unit = m_theme.unit();
    const QRectF inside = QRectF(option.rect).adjusted(unit, 0, -unit, 0);
    const QVariant outcomes = index.data(OutcomesRole);
    if (outcomes.isValid()) {
        paintOutcomes(*painter, inside, outcomes.toList());
    } else {
        painter->setFont(m_theme.uiFont());
        const QString text = index.data().toString();
        const double number
            = std::max(7.0 * unit, QFontMetricsF(painter->font()).horizontalAdvance(text));
        painter->setPen(m_theme.color(Token::Text));
        drawTabular(*painter, QRectF(inside.left(), inside.top(), number, inside.height()), text);
        const QRectF rest = inside.adjusted(number + unit, 0, 0, 0);
        if (const QVariant share = index.data(ShareRole); share.isValid())
            paintShare(*painter, rest, share.toList());
        if (const QVariant ratio = index.data(RatioRole); ratio.isValid())
            paintRatio(*painter, rest, ratio.toList());
    }
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(m_theme.color(Token::Accent));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
    painter->restore();
}

void ScoreDelegate::paintShare(QPainter &painter, const QRectF &box,
                               const QVariantList &share) const
{
    const double height = m_theme.unit();
    const QRectF track(box.left(), box.center().y() - height / 2, box.width(), height);
    painter.fillRect(track, m_theme.color(Token::Track));
    const bool hasLimits = share.size() > 2;
    QRectF bar = track;
    bar.setWidth(track.width() * std::clamp(share.front().toDouble(), 0.0, 1.0));
    painter.fillRect(bar, m_theme.color(hasLimits ? Token::Correct : Token::Neutral));
    if (!hasLimits)
        return;
    painter.setPen(QPen(m_theme.color(Token::Text), 1));
    paintWhisker(painter, track.left() + track.width() * share[1].toDouble(),
                 track.left() + track.width() * share[2].toDouble(), track.center().y(),
                 height * 0.4);
}

void ScoreDelegate::paintRatio(QPainter &painter, const QRectF &box,
                               const QVariantList &ratio) const
{
    const double unit = m_theme.unit();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.color(Token::Dim), 1, Qt::DotLine));
    const double one = placeOf(1, box);
    painter.drawLine(QPointF(one, box.top()), QPointF(one, box.bottom()));
    const double estimate = ratio[0].toDouble();
    const QColor color = m_theme.color(estimate > 1 ? Token::Faster : Token::Slower);
    painter.setPen(QPen(color, 1.5));
    paintWhisker(painter, placeOf(ratio[1].toDouble(), box), placeOf(ratio[2].toDouble(), box),
                 box.center().y(), unit * 0.4);
    painter.setBrush(color);
    painter.drawEllipse(QPointF(placeOf(estimate, box), box.center().y()), unit * 0.45,
                        unit * 0.45);
}

void ScoreDelegate::paintOutcomes(QPainter &painter, const QRectF &box,
                                  const QVariantList &counts) const
{
    double all = 0;
    for (const QVariant &each : counts)
        all += each.toDouble();
    if (all <= 0)
        return;
    const double height = 2.0 * m_theme.unit();
    double left = box.left();
    painter.setFont(m_theme.captionFont());
    painter.fillRect(QRectF(left, box.center().y() - height / 2, box.width(), height),
                     m_theme.color(Token::Track));
    for (qsizetype i = 0; i < static_cast<qsizetype>(cellOutcomes); ++i) {
        const double width = box.width() * counts[i].toDouble() / all;
        const QRectF part(left, box.center().y() - height / 2, width, height);
        left += width;
        const QColor color = m_theme.color(tokenOf(static_cast<CellOutcome>(i)));
        const bool isHatched = static_cast<CellOutcome>(i) == CellOutcome::NotJudged;
        painter.fillRect(part, isHatched ? QBrush(color, Qt::BDiagPattern) : QBrush(color));
        const QString text = countText(counts[i].toLongLong());
        if (!isHatched && QFontMetricsF(painter.font()).horizontalAdvance(text) + 4 < width) {
            painter.setPen(m_theme.color(Token::Panel));
            painter.drawText(part, Qt::AlignCenter, text);
        }
    }
}

} // namespace loupe::ui
