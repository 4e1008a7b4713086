// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/mixture.h"
#include "ui/shell/session/workbench.h"
#include "ui/widgets/layout/parts.h"

#include <QFrame>

class QPushButton;

namespace loupe::ui {

/// Bar below the scope that names conditions with several values, their effect on the numbers, and
/// the options: keep the default values, or split by all. Visible only while a decision is open.
class MixtureBar final : public QFrame
{
    Q_OBJECT
public:
    explicit MixtureBar(const Workbench &bench, QWidget *parent = nullptr);

    /// Hides the bar on pages that do not use default values.
    void setQuiet(bool isQuiet);
    QString reason() const { return m_reason->text(); }
    QString consequence() const { return m_consequence->text(); }
    QPushButton *useButton() const { return m_use; }
    QPushButton *splitButton() const { return m_split; }

private:
    void update();
    void useChosen();
    void splitFirst();

    const Workbench m_bench;
    Mixture m_mixture;
    bool m_isQuiet = false;
    QLabel *m_reason;
    ElidedLabel *m_consequence;
    QPushButton *m_use;
    QPushButton *m_split;
};

} // namespace loupe::ui
