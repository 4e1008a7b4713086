// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/request/runrequest.h"

#include <QWidget>

#include <vector>

class QAction;
class QComboBox;
class QPushButton;

namespace loupe::ui {

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
    QPushButton *further() const { return m_further; }

signals:
    void changed();

private:
    void toggle(BaselineForm form, bool isChosen);
    /// Checks and names the chosen further baselines. The run's own cannot be one of them.
    void showChosen();

    QComboBox *m_own;
    QPushButton *m_further;
    std::vector<QAction *> m_actions;   ///< of the menu; their data is the form
    std::vector<BaselineForm> m_chosen; ///< further ones, in the order of the request
};

} // namespace loupe::ui
