// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/read/storereader.h"
#include "ui/shell/session/workbench.h"

#include <QFrame>
#include <QLabel>

#include <functional>
#include <memory>
#include <string>
#include <vector>

class QPushButton;

namespace loupe::ui {

class ProfileJob;

/// Way to run a kernel again for measurements: hardware counters, or a tool of compute-sanitizer.
struct ProfileWay {
    std::string tool; ///< of compute-sanitizer; empty: hardware counters
    QString command;  ///< id of the window's command
    QString title;    ///< with mnemonic
    QString help;
};

/// Returns all ways, hardware counters first.
std::vector<ProfileWay> profileWays();

/// Bar above a kernel that runs its candidate again under hardware counters or compute-sanitizer.
/// It shows progress, result or error with the next step as a button, and is hidden otherwise.
class ProfileBar final : public QFrame
{
    Q_OBJECT
public:
    explicit ProfileBar(const Workbench &bench, QWidget *parent = nullptr);

    /// Sets the evaluation that start() runs again. An evaluation without an id: none.
    void setKernel(const EvaluationDetail &detail);
    /// Returns true if a kernel is shown that can be profiled where its run was made.
    bool isProfilable() const { return m_whyNot.isEmpty(); }
    /// Runs the kernel under a tool of compute-sanitizer, or under hardware counters if it is
    /// empty. Shows the reason instead if that is impossible.
    void start(const std::string &tool);

    QString sentence() const { return m_sentence->text(); }
    QPushButton *actionButton() const { return m_action; }
    QPushButton *closeButton() const { return m_close; }

signals:
    /// Emitted when a profile of an evaluation was stored.
    void profiled(loupe::RowId evaluation, bool isSanitized);
    void kernelRequested(loupe::RowId evaluation);

private:
    struct Step {
        QString title;
        std::function<void()> run;
    };
    /// Shows a sentence and a button for the next step; none without a title.
    void say(const QString &sentence, Step next = {});
    void follow(const std::shared_ptr<ProfileJob> &job);
    void finish(const ProfileJob &job);
    /// Returns a step that triggers a command of the window, or none if there is no such command.
    Step commandStep(const QString &id) const;

    const Workbench m_bench;
    RowId m_kernel;
    QString m_task;
    QString m_whyNot; ///< reason why the kernel cannot be profiled; empty if it can
    std::weak_ptr<ProfileJob> m_job;
    QLabel *m_sentence;
    QPushButton *m_action;
    QPushButton *m_close;
    std::function<void()> m_onAction;
};

} // namespace loupe::ui
