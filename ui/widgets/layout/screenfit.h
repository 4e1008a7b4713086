// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QRect;
class QWidget;

namespace loupe::ui {

/// Event filter for the application that keeps dialogs within the screen when they appear, however
/// large the text is.
class ScreenFit final : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Shrinks and moves the window so that it and its frame lie within `room`.
    static void fit(QWidget &window, const QRect &room);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace loupe::ui
