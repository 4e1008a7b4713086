// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/layout/statuslabel.h"

#include "ui/style/outcomeshape.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"

#include <QPainter>

namespace loupe::ui {

StatusLabel::StatusLabel(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void StatusLabel::setVerdict(Verdict verdict)
{
    setToolTip(toQt(facts(verdict).meaning));
    setShown(outcomeOf(verdict), label(verdict));
}

void StatusLabel::setOutcome(Outcome outcome)
{
    setShown(outcome, toQt(loupe::label(outcome)));
}

void StatusLabel::setShown(Outcome outcome, const QString &word)
{
    m_outcome = outcome;
    m_word = word;
    setAccessibleName(word);
    updateGeometry();
    update();
}

QSize StatusLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_word) + 3 * m_theme.unit(),
            fontMetrics().height() + 2};
}

void StatusLabel::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    const int unit = m_theme.unit();
    const QRectF shape(0, height() / 2.0 - unit * 0.6, unit * 1.2, unit * 1.2);
    paintOutcomeShape(painter, shape, m_outcome, m_theme);
    painter.setPen(m_theme.color(m_outcome));
    painter.drawText(rect().adjusted(2 * unit, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, m_word);
}

} // namespace loupe::ui
