// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/frame/page.h"

#include <QStringList>

class QFrame;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace loupe::ui {

/// What to do first: open, demo, import, new run; and the stores opened before.
class StartPage final : public Page
{
    Q_OBJECT
public:
    explicit StartPage(const Workbench &bench, QWidget *parent = nullptr);

    /// Most recent first, each with the headline of its last visit. Files that are gone are shown
    /// grey and cannot be opened.
    void setRecent(const QStringList &files);
    /// What went wrong with the last attempt to open a store; empty hides it.
    void setProblem(const QString &message);
    QString problem() const;
    QString keys() const override;
    void takeFocus() override;

signals:
    void openRequested(const QString &file);

private:
    QWidget *makeAction(const QString &command, const QString &what);

    QPushButton *m_first = nullptr;
    QFrame *m_problemFrame;
    QLabel *m_problem;
    QVBoxLayout *m_recent;
};

} // namespace loupe::ui
