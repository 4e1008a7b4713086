// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QWidget>

class QAction;
class QProgressBar;
class QPushButton;

namespace loupe::ui {

class StoreSession;
class Theme;

/// Placeholder for missing content: what is missing, why, and the action that helps.
class EmptyState final : public QWidget
{
    Q_OBJECT
public:
    explicit EmptyState(const Theme &theme, QWidget *parent = nullptr);
    /// `action` may be null.
    void say(const QString &what, const QString &why, QAction *action);
    /// Says that no store is open. While one opens, shows progress and a button that stops it; then
    /// shows progress until the next say(), because the content is being read. The session must
    /// outlive this.
    void sayNoStore(StoreSession &session, const QString &why, QAction *action);

    QString what() const { return m_what->text(); }
    QPushButton *button() const { return m_button; }

private:
    void display(const QString &what, const QString &why, QAction *action);
    void showNoStore();
    void showBusy(const QString &what);

    QLabel *m_what;
    QLabel *m_why;
    QProgressBar *m_progress;
    QPushButton *m_button;
    QAction *m_action = nullptr;
    StoreSession *m_session = nullptr; ///< set by sayNoStore()
    bool m_isNoStore = false;          ///< sayNoStore() came last
    QString m_noStoreWhy;
    QAction *m_noStoreAction = nullptr;
};

} // namespace loupe::ui
