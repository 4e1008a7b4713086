// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QChartView>

namespace loupe::ui {

/// Qt chart that shows only its marks: no legend, background, frame, margins or animations. Derived
/// classes paint the rest over it. It accepts the focus.
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
