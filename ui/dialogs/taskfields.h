// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/request/runrequest.h"
#include "ui/shell/session/runlauncher.h"

#include <QWidget>

class QCheckBox;
class QFormLayout;
class QLineEdit;

namespace loupe::ui {

class PythonForm;
class Theme;

/// Of a run whose candidates are yet to be written: which tasks, into which store, on what. Rows
/// of what is special to who writes them follow those of the store.
class TaskFields final : public QWidget
{
    Q_OBJECT
public:
    TaskFields(const Theme &theme, const RunChoices &choices, QWidget *parent = nullptr);

    /// Below the store's rows; the form owns both.
    void addRow(const QString &text, QWidget *control, QWidget *row);
    /// What this machine has to choose from, once that is known.
    void setChoices(const LaunchChoices &choices);
    void setRequest(const RunRequest &request);
    /// Writes the fields into the request, which is the one that was set; leaves the rest alone.
    void fill(RunRequest &request) const;
    std::filesystem::path store() const;
    /// What is still missing; empty when nothing is.
    QString missing() const;
    /// In which the name of a run is left to the program.
    void setNameHint(const QString &hint);

    QLineEdit *tasks() const { return m_tasks; }
    QCheckBox *resume() const { return m_resume; }

signals:
    void changed();

private:
    QFormLayout *m_form;
    QLineEdit *m_suite;
    QLineEdit *m_tasks;
    QLineEdit *m_store;
    QLineEdit *m_name;
    QCheckBox *m_resume;
    QCheckBox *m_timing;
    PythonForm *m_python = nullptr;
    const Theme &m_theme;
    int m_nextRow = 0; ///< of what is special
};

} // namespace loupe::ui
