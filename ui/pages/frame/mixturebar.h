// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/mixture.h"
#include "ui/shell/session/workbench.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace loupe::ui {

class ElidedLabel;

/// A line below the scope that says which conditions have several values, what that does to the
/// numbers, and what can be done: keep the values that were chosen, or tell all of them apart. It
/// is there only while something is left to decide.
class MixtureBar final : public QFrame
{
    Q_OBJECT
public:
    explicit MixtureBar(const Workbench &bench, QWidget *parent = nullptr);

    /// Stays away: what is shown below takes no values by itself.
    void setQuiet(bool isQuiet);
    QString reason() const;
    QString consequence() const;
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
