// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/frame/page.h"

#include <QLabel>
#include <QStringList>

#include <vector>

class QFrame;
class QPushButton;
class QVBoxLayout;

namespace loupe::ui {

/// Start page with the first steps (open, demo, import, new run) and recent stores.
class StartPage final : public Page
{
    Q_OBJECT
public:
    explicit StartPage(const Workbench &bench, QWidget *parent = nullptr);

    /// Returns the machine that measured the runs of the recorded demo.
    static QString demoMachine();

    /// Sets the recent stores, most recent first, each with the headline of its last visit. Missing
    /// files are shown grey and cannot be opened.
    void setRecent(const QStringList &files);
    /// Shows the error of the last attempt to open a store; an empty one hides it.
    void setProblem(const QString &message);
    QString problem() const { return m_problem->text(); }
    QString keys() const override;
    void takeFocus() override;

signals:
    void openRequested(const QString &file);

private:
    QWidget *makeAction(const QString &command, const QString &what);

    std::vector<QPushButton *> m_actions; ///< from the top
    QFrame *m_problemFrame;
    QLabel *m_problem;
    QVBoxLayout *m_recent;
};

} // namespace loupe::ui
