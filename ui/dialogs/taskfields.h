// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/request/runrequest.h"
#include "ui/shell/session/runlauncher.h"

#include <QLineEdit>
#include <QWidget>

class QCheckBox;
class QFormLayout;

namespace loupe::ui {

class PythonForm;
class Theme;

/// Fields of a run whose candidates are not written yet: tasks, store and platform. Callers can
/// append rows.
class TaskFields final : public QWidget
{
    Q_OBJECT
public:
    TaskFields(const Theme &theme, const RunChoices &choices, QWidget *parent = nullptr);

    /// Adds a row below those of the store; the form owns both widgets.
    void addRow(const QString &text, QWidget *control, QWidget *row);
    /// Sets the choices found on this machine.
    void setChoices(const LaunchChoices &choices);
    void setRequest(const RunRequest &request);
    /// Writes the fields into the request of setRequest() and leaves the rest unchanged.
    void fill(RunRequest &request) const;
    std::filesystem::path store() const;
    void setFilter(const QString &tasks);
    /// Sets the target store to `now` if it is `before`.
    void replaceStore(const std::filesystem::path &before, const std::filesystem::path &now);
    /// Returns a sentence about the first missing field; empty if there is none.
    QString missing() const;
    /// Sets the placeholder for an automatic run name.
    void setNameHint(const QString &hint) { m_name->setPlaceholderText(hint); }

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
    int m_nextRow = 0; ///< position for addRow()
};

} // namespace loupe::ui
