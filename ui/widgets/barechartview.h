// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QChartView>

namespace loupe::ui {

/// A chart of Qt Charts that is nothing but its marks: without legend, ground, frame, margins and
/// animations; what else there is, who derives from it paints over it. It takes the focus.
class BareChartView : public QChartView
{
    Q_OBJECT
public:
    explicit BareChartView(const QString &accessibleName, QWidget *parent = nullptr);

protected:
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
};

} // namespace loupe::ui
