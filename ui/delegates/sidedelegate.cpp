// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/sidedelegate.h"

#include "core/analysis/comparison/runcomparison.h"
#include "ui/delegates/celldelegate.h"
#include "ui/models/roles.h"
#include "ui/models/sidematrixmodel.h"
#include "ui/style/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>

namespace loupe::ui {

namespace {

using Ground = SideMatrixModel::Ground;

constexpr double maxLog10 = 2; ///< a ratio of 100 fills the bar
constexpr float tint = 0.3F;

std::optional<Token> tokenOf(Ground ground)
{
    switch (ground) {
    case Ground::Both:
        return Token::Correct;
    case Ground::First:
        return Token::Faster;
    case Ground::Second:
        return Token::Slower;
    case Ground::Neither:
        return Token::Neutral;
    case Ground::None:
    case Ground::Total:
        break;
    }
    return std::nullopt;
}

Token tokenOf(PairVerdict ofSecond)
{
    if (ofSecond == PairVerdict::Slower)
        return Token::Faster;
    return ofSecond == PairVerdict::Faster ? Token::Slower : Token::Neutral;
}

} // namespace

SideDelegate::SideDelegate(const Theme &theme, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{
}

void SideDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    painter->save();
    const QVariant ratio = index.data(RatioRole);
    if (index.data(SideMatrixModel::GroundRole).isValid()) {
        paintCell(*painter, option, index);
    } else {
        if (option.state.testFlag(QStyle::State_Selected))
            paintSelected(*painter, option.rect, m_theme);
        painter->setPen(m_theme.color(Token::Line));
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
        if (ratio.isValid())
            paintBar(*painter, option.rect, ratio.toList());
    }
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(QPen(m_theme.color(Token::Accent), m_theme.lineWidth()));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
    painter->restore();
}

void SideDelegate::paintCell(QPainter &painter, const QStyleOptionViewItem &option,
                             const QModelIndex &index) const
{
    const auto ground = static_cast<Ground>(index.data(SideMatrixModel::GroundRole).toInt());
    const double gap = m_theme.unit() * 0.25;
    const QRectF box = QRectF(option.rect).adjusted(gap, gap, -gap, -gap);
    if (const auto token = tokenOf(ground)) {
        QColor color = m_theme.color(*token);
        color.setAlphaF(ground == Ground::Neither ? tint / 2 : tint);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.drawRoundedRect(box, 2 * gap, 2 * gap);
    }
    if (option.state.testFlag(QStyle::State_Selected) && ground != Ground::None) {
        painter.setPen(QPen(m_theme.color(Token::Accent), m_theme.lineWidth()));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box, 2 * gap, 2 * gap);
    }
    QFont font = m_theme.uiFont();
    const bool isCount = ground != Ground::None && ground != Ground::Total;
    font.setWeight(isCount ? QFont::DemiBold : QFont::Normal);
    painter.setFont(font);
    painter.setPen(m_theme.color(isCount || index.column() == 0 ? Token::Text : Token::Dim));
    const auto side = index.column() == 0 ? Qt::AlignLeft : Qt::AlignHCenter;
    painter.drawText(box, static_cast<int>(side | Qt::AlignVCenter), index.data().toString());
}

void SideDelegate::paintBar(QPainter &painter, const QRectF &box, const QVariantList &ratio) const
{
    const double unit = m_theme.unit();
    const double middle = box.center().x();
    const double reach = box.width() / 2 - unit;
    const double share = std::clamp(std::log10(ratio[0].toDouble()) / maxLog10, -1.0, 1.0);
    const QRectF bar(middle, box.center().y() - unit / 2, share * reach, unit);
    painter.fillRect(bar.normalized(),
                     m_theme.color(tokenOf(static_cast<PairVerdict>(ratio[1].toInt()))));
    painter.setPen(QPen(m_theme.color(Token::Dim), 1, Qt::DotLine));
    painter.drawLine(QPointF(middle, box.top()), QPointF(middle, box.bottom()));
}

} // namespace loupe::ui
