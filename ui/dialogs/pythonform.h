// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/runrequest.h"

#include <QWidget>

#include <string>
#include <vector>

class QComboBox;
class QLineEdit;
class QSpinBox;

namespace loupe::ui {

class Theme;

/// The fields of a run request that only a benchmark in Python has.
class PythonForm final : public QWidget
{
    Q_OBJECT
public:
    /// `platforms`: names that a run may ask for.
    PythonForm(const Theme &theme, const std::vector<std::string> &platforms,
               QWidget *parent = nullptr);

    void setRequest(const RunRequest &request);
    /// Writes the fields into the request; leaves the rest of it alone.
    void fill(RunRequest &request) const;

signals:
    void changed();

private:
    QWidget *makeInterpreterRow(const Theme &theme);

    QLineEdit *m_interpreter;
    QComboBox *m_platform;
    QComboBox *m_device;
    QComboBox *m_judgedBy;
    QComboBox *m_mode;
    QSpinBox *m_samples;
};

} // namespace loupe::ui
