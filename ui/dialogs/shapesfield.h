// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/request/runrequest.h"

#include <QString>
#include <QWidget>

class QLabel;
class QLineEdit;

namespace loupe::ui {

class Theme;

/// Field for further shapes of a run's tasks: the path of a file of shapes, or its text, which
/// presets and earlier runs have. A note below it says why they cannot be read.
class ShapesField final : public QWidget
{
    Q_OBJECT
public:
    explicit ShapesField(const Theme &theme, QWidget *parent = nullptr);

    void setRequest(const PythonRequest &python);
    void fill(PythonRequest &python) const;

    QLineEdit *line() const { return m_line; }
    /// Returns why the shapes cannot be read; empty if they can, or if there are none.
    QString problem() const { return m_problem; }

signals:
    void changed();

private:
    void read();

    QLineEdit *m_line;
    QLabel *m_note;
    PythonRequest m_read; ///< has the shapes of the line
    QString m_problem;
};

} // namespace loupe::ui
