// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QLabel;
class QPushButton;

namespace loupe::ui {

class Theme;

/// Placeholder for missing content: what is missing, why, and the action that helps.
class EmptyState final : public QWidget
{
    Q_OBJECT
public:
    explicit EmptyState(const Theme &theme, QWidget *parent = nullptr);
    /// `action` may be null.
    void say(const QString &what, const QString &why, QAction *action);

private:
    QLabel *m_what;
    QLabel *m_why;
    QPushButton *m_button;
    QAction *m_action = nullptr;
};

} // namespace loupe::ui
