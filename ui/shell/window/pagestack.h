// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

namespace loupe::ui {

/// Pages of one side of a window. It needs the space of the current page only.
class PageStack final : public QStackedWidget
{
    Q_OBJECT
public:
    explicit PageStack(QWidget *parent = nullptr);
    QSize minimumSizeHint() const override;
};

} // namespace loupe::ui
