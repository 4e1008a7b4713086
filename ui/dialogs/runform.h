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

/// Form of a run request.
class RunForm final : public QWidget
{
    Q_OBJECT
public:
    /// `presets` is shown in the first row; may be null.
    RunForm(const Theme &theme, const RunChoices &choices, PresetBar *presets = nullptr,
            QWidget *parent = nullptr);

    void setRequest(const RunRequest &request);
    RunRequest request() const;
    /// Names the suite whose folder is to be chosen: "KernelBench"; empty: any suite.
    void expectSuite(const QString &title);
    /// Sets the target store to `now` if it is `before`.
    void replaceStore(const std::filesystem::path &before, const std::filesystem::path &now);
    /// Returns a sentence about the first field that is missing for a plan, or that cannot be read;
    /// empty if there is none.
    QString missing() const;
    PythonForm *pythonForm() const { return m_python; }

signals:
    void changed();

private:
    QWidget *makeCandidates();
    void addFolder(const QString &folder);
    void updateDependent();

    const Theme &m_theme;
    RunRequest m_base; ///< settings without a field in the form
    QLineEdit *m_suite;
    QString m_expectedSuite;
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
