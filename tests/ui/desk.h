// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/services.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QTest>

#include "tests/ui/patience.h"

namespace loupe::test {

/// Window as the program creates it, with the keyboard focus.
struct Desk {
    explicit Desk(const ui::Services &services) : window(services, theme)
    {
        theme.choose(ui::ThemeChoice::Light);
        window.show();
        window.activateWindow();
    }
    bool isReady() { return QTest::qWaitForWindowActive(&window, patience); }
    bool settle()
    {
        return QTest::qWaitFor([this] { return !window.isLoading(); }, patience);
    }
    /// Sends the key to the focused widget.
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QWidget *focus = QApplication::focusWidget();
        QTest::keyClick(focus != nullptr ? focus : &window, key, modifiers);
    }
    static void type(const QString &text) { QTest::keyClicks(QApplication::focusWidget(), text); }
    /// Presses Tab until the focus is there; returns false if that never happens.
    bool tabTo(const QString &accessibleName)
    {
        constexpr int maxControls = 100;
        for (int i = 0; i < maxControls; ++i) {
            const QWidget *focus = QApplication::focusWidget();
            if (focus != nullptr && focus->accessibleName() == accessibleName)
                return true;
            press(Qt::Key_Tab);
        }
        return false;
    }

    ui::Theme theme;
    ui::MainWindow window;
};

} // namespace loupe::test
