// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/input/choicebutton.h"

#include "ui/style/theme.h"

#include <QFontMetrics>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

ChoiceButton::ChoiceButton(const QString &caption, const Theme &theme, QWidget *parent)
    : QPushButton(parent)
    , m_theme(theme)
    , m_caption(caption)
{
    setProperty("look", u"choice"_s);
    setAutoDefault(false);
    setAccessibleName(caption);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ChoiceButton::setValue(const QString &value, const QString &tooltip, bool isNotable)
{
    m_value = value;
    if (m_isNotable != isNotable) {
        m_isNotable = isNotable;
        setProperty("state", isNotable ? u"notable"_s : QString());
        style()->polish(this);
    }
    setToolTip(tooltip);
    setAccessibleName(tr("%1: %2").arg(m_caption, value));
    updateGeometry();
    update();
}

QFont ChoiceButton::valueFont() const
{
    QFont font = m_theme.uiFont();
    font.setWeight(QFont::DemiBold);
    return font;
}

QSize ChoiceButton::sizeHint() const
{
    const int unit = m_theme.unit();
    const int text = std::max(QFontMetrics(valueFont()).horizontalAdvance(m_value),
                              QFontMetrics(m_theme.captionFont()).horizontalAdvance(m_caption));
    return {std::min(text, 20 * unit) + 4 * unit, 5 * unit};
}

QSize ChoiceButton::minimumSizeHint() const
{
    return {9 * m_theme.unit(), 5 * m_theme.unit()};
}

void ChoiceButton::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    option.text.clear();
    option.features.setFlag(QStyleOptionButton::HasMenu, false); // The arrow is drawn below.
    style()->drawControl(QStyle::CE_PushButton, &option, &painter, this);
    const int unit = m_theme.unit();
    const QRect inside = rect().adjusted(unit, unit / 2, -2 * unit, -unit / 2);
    const auto draw = [&](const QFont &font, Token token, int flags, const QString &text) {
        painter.setFont(font);
        painter.setPen(m_theme.color(isEnabled() ? token : Token::Dim));
        painter.drawText(inside, Qt::AlignLeft | flags,
                         QFontMetrics(font).elidedText(text, Qt::ElideRight, inside.width()));
    };
    draw(m_theme.captionFont(), m_isNotable ? Token::AmberText : Token::Dim, Qt::AlignTop,
         m_caption);
    draw(valueFont(), m_isNotable ? Token::AmberText : Token::Text, Qt::AlignBottom, m_value);
    const QPointF tip(rect().right() - unit * 1.25, rect().center().y() + unit * 0.375);
    const double reach = unit * 0.5;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.color(Token::Dim));
    painter.drawPolygon(
        QPolygonF{tip + QPointF(-reach, -reach), tip + QPointF(reach, -reach), tip});
}

} // namespace loupe::ui
