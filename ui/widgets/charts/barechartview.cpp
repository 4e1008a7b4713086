// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/charts/barechartview.h"

#include <QChart>
#include <QLegend>

namespace loupe::ui {

BareChartView::BareChartView(const QString &accessibleName, QWidget *parent)
    : QChartView(new QChart, parent)
{
    chart()->legend()->hide();
    chart()->setBackgroundVisible(false);
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->setMargins({});
    setFrameShape(NoFrame);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setFocusPolicy(Qt::NoFocus); // else Tab stops at the chart twice
    setAccessibleName(accessibleName);
}

void BareChartView::focusInEvent(QFocusEvent *event)
{
    QChartView::focusInEvent(event);
    viewport()->update();
}

void BareChartView::focusOutEvent(QFocusEvent *event)
{
    QChartView::focusOutEvent(event);
    viewport()->update();
}

} // namespace loupe::ui
