// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/loop/generationsetup.h"
#include "ui/async/latestjob.h"
#include "ui/shell/session/runlauncher.h"

#include <QWidget>

class QLineEdit;
class QTabWidget;

namespace loupe::ui {

class ModelFields;
class RoundFields;
class TaskFields;
class Theme;

/// The fields of a generation request, in three steps: tasks and store, the model, rounds and
/// budget. A profile's file is read in the background and fills the last two.
class GenerationForm final : public QWidget
{
    Q_OBJECT
public:
    GenerationForm(const Theme &theme, const RunChoices &choices, QWidget *parent = nullptr);

    void setRequest(const GenerationRequest &request);
    /// What the fields say; InvalidInput where they make no profile.
    Result<GenerationRequest> request() const;
    /// What is still missing or wrong before the request can be looked at; empty when nothing is.
    QString missing() const;
    /// Reads the profile and fills the fields with it.
    void loadProfile(const QString &file);
    bool isLoading() const { return m_loading.isRunning(); }
    /// What this machine has to choose from, once that is known.
    void setChoices(const LaunchChoices &choices);

    QTabWidget *steps() const { return m_steps; }
    ModelFields *model() const { return m_model; }
    RoundFields *rounds() const { return m_rounds; }
    TaskFields *tasks() const { return m_tasks; }

signals:
    void changed();

private:
    void take(const Result<Profile> &profile);

    GenerationRequest m_base; ///< what the form has no field for, and the profile as it was read
    QTabWidget *m_steps;
    TaskFields *m_tasks;
    QLineEdit *m_replay;
    ModelFields *m_model;
    RoundFields *m_rounds;
    QString m_problem; ///< why the profile was not read
    LatestJob<Result<Profile>> m_loading;
};

} // namespace loupe::ui
