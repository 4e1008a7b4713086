// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/charts/pagerow.h"

#include "ui/style/theme.h"
#include "ui/widgets/charts/chartview.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QPushButton>

namespace loupe::ui {

PageRow::PageRow(ChartView &view, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_view(view)
    , m_text(makeDim())
    , m_before(makeButton(tr("Previous panels")))
    , m_next(makeButton(tr("Next panels")))
{
    const int unit = theme.unit();
    m_before->setToolTip(tr("Previous panels (PgUp in the chart)"));
    m_next->setToolTip(tr("Next panels (PgDn in the chart)"));
    auto *row = makeRow(unit);
    row->setContentsMargins(unit, unit / 2, unit, unit / 2);
    row->addWidget(m_text, 1);
    row->addWidget(m_before);
    row->addWidget(m_next);
    setLayout(row);
    connect(m_before, &QPushButton::clicked, this,
            [this] { m_view.setPage(m_view.pages().page() - 1); });
    connect(m_next, &QPushButton::clicked, this,
            [this] { m_view.setPage(m_view.pages().page() + 1); });
    connect(&view, &ChartView::pageChanged, this, &PageRow::follow);
    follow();
}

void PageRow::follow()
{
    const ChartPages &pages = m_view.pages();
    const bool hasNext = pages.page() + 1 < pages.pages();
    const QString rest = tr("%1: show").arg(pages.restText());
    m_text->setText(tr("Page %1 of %2, same axes on all").arg(pages.page() + 1).arg(pages.pages()));
    m_next->setVisible(hasNext);
    m_next->setText(rest);
    m_before->setVisible(pages.page() > 0);
    m_before->setText(hasNext ? tr("Previous panels") : rest);
    for (QPushButton *button : {m_before, m_next})
        button->setAccessibleName(button->text());
    setVisible(pages.pages() > 1);
}

} // namespace loupe::ui
