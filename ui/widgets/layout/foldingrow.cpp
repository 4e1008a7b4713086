// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/layout/foldingrow.h"

#include <algorithm>

namespace loupe::ui {

FoldingRow::FoldingRow(QWidget *first, QWidget *second, int spacing, QWidget *parent)
    : QWidget(parent)
    , m_second(second)
    , m_line(new QBoxLayout(QBoxLayout::LeftToRight, this))
{
    m_line->setContentsMargins(0, 0, 0, 0);
    m_line->setSpacing(spacing);
    m_line->setSizeConstraint(QLayout::SetNoConstraint);
    m_line->addWidget(first, 0, Qt::AlignLeft);
    m_line->addWidget(second, 0, Qt::AlignRight);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize FoldingRow::minimumSizeHint() const
{
    return {std::max(partWidth(0), partWidth(1)), m_line->minimumSize().height()};
}

QSize FoldingRow::sizeHint() const
{
    const int width = m_line->itemAt(0)->sizeHint().width() + m_line->spacing()
        + m_line->itemAt(1)->sizeHint().width();
    return {width, m_line->sizeHint().height()};
}

void FoldingRow::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fold();
}

int FoldingRow::partWidth(int part) const
{
    return m_line->itemAt(part)->minimumSize().width();
}

void FoldingRow::fold()
{
    const bool isNarrow = width() < partWidth(0) + m_line->spacing() + partWidth(1);
    if (isNarrow == isFolded())
        return;
    m_line->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_line->setAlignment(m_second, isNarrow ? Qt::AlignLeft : Qt::AlignRight);
    updateGeometry();
}

} // namespace loupe::ui
