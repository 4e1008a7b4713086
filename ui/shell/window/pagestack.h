// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

class QScrollArea;

namespace loupe::ui {

/// The pages of one side of a window. It needs the room of the page that is shown, not that of the
/// widest one.
class PageStack final : public QStackedWidget
{
    Q_OBJECT
public:
    explicit PageStack(QWidget *parent = nullptr);
    QSize minimumSizeHint() const override;
};

/// Where the window is too narrow for its pages, they are scrolled rather than the window made
/// wider than the screen.
QScrollArea *makeScrolled(QStackedWidget *pages);

} // namespace loupe::ui
