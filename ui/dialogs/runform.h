// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/runlauncher.h"

#include <QWidget>

class QCheckBox;
class QFormLayout;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace loupe::ui {

class PresetBar;
class PythonForm;
class Theme;

/// The fields of a run request.
class RunForm final : public QWidget
{
    Q_OBJECT
public:
    /// `presets`: what the first row shows; may be null.
    RunForm(const Theme &theme, const RunChoices &choices, PresetBar *presets = nullptr,
            QWidget *parent = nullptr);

    void setRequest(const RunRequest &request);
    RunRequest request() const;
    /// What is still missing before the request can be planned; empty when nothing is.
    QString missing() const;
    /// Whether the suite is a benchmark in Python, which has fields of its own.
    void showPython(bool isPython);
    /// What this machine has to choose from, once that is known.
    void setChoices(const LaunchChoices &choices);
    PythonForm *pythonForm() const { return m_python; }

signals:
    void changed();

private:
    QWidget *makeCandidates();
    void addFolder(const QString &folder);
    void updateDependent();

    const Theme &m_theme;
    RunRequest m_base; ///< what the form has no field for
    QLineEdit *m_suite;
    QListWidget *m_candidates;
    QPushButton *m_remove;
    QLineEdit *m_method;
    QLineEdit *m_tasks;
    QLineEdit *m_store;
    QLineEdit *m_name;
    QLineEdit *m_place;
    QCheckBox *m_resume;
    QSpinBox *m_jobs;
    QCheckBox *m_timing;
    PythonForm *m_python = nullptr;
};

} // namespace loupe::ui
