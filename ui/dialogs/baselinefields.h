// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/request/runrequest.h"

#include <QWidget>

class QComboBox;

namespace loupe::ui {

class FurtherChoices;
class Theme;

/// Choice of a run's baselines: its own, and further ones that each task is timed with once.
class BaselineFields final : public QWidget
{
    Q_OBJECT
public:
    explicit BaselineFields(const Theme &theme, QWidget *parent = nullptr);

    void setRequest(const PythonRequest &python);
    void fill(PythonRequest &python) const;

    QComboBox *own() const { return m_own; }
    FurtherChoices *further() const { return m_further; }

signals:
    void changed();

private:
    QComboBox *m_own;
    FurtherChoices *m_further;
};

} // namespace loupe::ui
