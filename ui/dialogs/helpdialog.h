// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QListWidget;
class QTextBrowser;

namespace loupe::ui {

class CommandRegistry;
class Theme;

/// Shows the help pages and the current keyboard shortcuts.
class HelpDialog final : public QDialog
{
    Q_OBJECT
public:
    HelpDialog(const Theme &theme, const CommandRegistry &commands, QWidget *parent = nullptr);

    /// Shows a page of the help, at a heading if `target` has one: "application.md#runs".
    void showPage(const QString &target);

    QListWidget *topics() const { return m_topics; }
    QTextBrowser *text() const { return m_text; }

private:
    void showTopic(int row);
    void follow(const QUrl &link);
    void showHeading(const QString &path, const QString &anchor);
    QString keyTable() const;

    const CommandRegistry &m_commands;
    QListWidget *m_topics;
    QTextBrowser *m_text;
};

} // namespace loupe::ui
