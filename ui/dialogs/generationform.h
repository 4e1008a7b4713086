// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/loop/generationsetup.h"
#include "ui/async/latestjob.h"
#include "ui/shell/session/generationservices.h"
#include "ui/shell/session/runlauncher.h"

#include <QWidget>

class QLineEdit;
class QTabWidget;

namespace loupe::ui {

class ModelFields;
class RoundFields;
class TaskFields;
class Theme;

/// Form of a generation request in three steps: tasks and store, model, rounds and budget. A
/// profile's file is read in the background and fills the last two.
class GenerationForm final : public QWidget
{
    Q_OBJECT
public:
    GenerationForm(const Theme &theme, const RunChoices &choices, QWidget *parent = nullptr);

    void setRequest(const GenerationRequest &request);
    /// Returns the request in the fields; InvalidInput if they form no valid profile.
    Result<GenerationRequest> request() const;
    /// Fills in a profile, its recorded answers and their tasks.
    void useRecorded(const RecordedAnswers &recorded);
    /// Returns a sentence about the first missing or invalid field; empty if there is none.
    QString missing() const;
    /// Reads the profile in the background and fills the fields with it.
    void loadProfile(const QString &file);
    bool isLoading() const { return m_loading.isRunning(); }

    QTabWidget *steps() const { return m_steps; }
    ModelFields *model() const { return m_model; }
    RoundFields *rounds() const { return m_rounds; }
    TaskFields *tasks() const { return m_tasks; }

signals:
    void changed();

private:
    void take(const Result<Profile> &profile);

    GenerationRequest m_base; ///< settings without a field in the form, and the profile as read
    QTabWidget *m_steps;
    TaskFields *m_tasks;
    QLineEdit *m_replay;
    ModelFields *m_model;
    RoundFields *m_rounds;
    QString m_problem; ///< reason why the profile could not be read
    LatestJob<Result<Profile>> m_loading;
};

} // namespace loupe::ui
