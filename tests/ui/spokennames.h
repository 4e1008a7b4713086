// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QWidget>

#include <algorithm>

namespace loupe::test {

/// Returns true for parts that Qt makes inside of a control, which names itself.
inline bool isPartOfControl(const QWidget *widget)
{
    const bool isQts = widget->objectName().startsWith(QLatin1StringView("qt_"))
        || qobject_cast<const QScrollBar *>(widget) != nullptr
        || QLatin1StringView(widget->metaObject()->className())
            == QLatin1StringView("QTableCornerButton");
    for (const QWidget *around = widget->parentWidget(); around != nullptr && !isQts;
         around = around->parentWidget()) {
        if (qobject_cast<const QComboBox *>(around)
            || qobject_cast<const QAbstractSpinBox *>(around)
            || qobject_cast<const QLineEdit *>(around))
            return true;
    }
    return isQts;
}

/// Returns true for what a user operates.
inline bool isControl(const QWidget *widget)
{
    const auto *label = qobject_cast<const QLabel *>(widget);
    const bool isEmptyText = label != nullptr && label->text().isEmpty();
    const bool isOperated = (widget->focusPolicy() & Qt::TabFocus) != 0
        || qobject_cast<const QAbstractButton *>(widget) != nullptr;
    return isOperated && !isEmptyText && !isPartOfControl(widget);
}

/// Returns the name that a screen reader says. A combo box would say its value instead.
inline QString spokenName(QWidget *widget)
{
    if (!widget->accessibleName().isEmpty() || qobject_cast<QComboBox *>(widget) != nullptr)
        return widget->accessibleName();
    const QAccessibleInterface *spoken = QAccessible::queryAccessibleInterface(widget);
    return spoken == nullptr ? QString() : spoken->text(QAccessible::Name);
}

/// Returns the controls of the window without a word as name: "FiguresPage: QComboBox preview".
inline QStringList namelessControls(const QWidget &window, const QString &page)
{
    QStringList out;
    for (QWidget *widget : window.findChildren<QWidget *>()) {
        if (widget->window() != &window || !isControl(widget))
            continue;
        const QString name = spokenName(widget);
        if (std::ranges::none_of(name, [](QChar each) { return each.isLetter(); }))
            out.append(
                QStringLiteral("%1: %2 %3 in %4")
                    .arg(page, QString::fromLatin1(widget->metaObject()->className()),
                         widget->objectName(),
                         QString::fromLatin1(widget->parentWidget()->metaObject()->className())));
    }
    return out;
}

} // namespace loupe::test
