// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/agents/agentrun.h"

#include <QWidget>

class QCheckBox;
class QDoubleSpinBox;
class QLineEdit;
class QSpinBox;

namespace loupe::ui {

class Theme;

/// Fields of the agent's command, its access to the machine, and its limits per task. They name the
/// variables that hold keys, but never hold a key.
class AgentFields final : public QWidget
{
    Q_OBJECT
public:
    explicit AgentFields(const Theme &theme, QWidget *parent = nullptr);

    void setRequest(const AgentRunRequest &request);
    /// Writes the fields into the request; leaves the rest alone.
    void fill(AgentRunRequest &request) const;
    /// Returns a sentence about the first missing field; empty if there is none.
    QString missing() const;

    QLineEdit *command() const { return m_command; }
    QLineEdit *method() const { return m_method; }
    QSpinBox *verdicts() const { return m_verdicts; }

signals:
    void changed();

private:
    QWidget *makeLimits(const Theme &theme);

    QLineEdit *m_command;
    QLineEdit *m_method;
    QLineEdit *m_environment;
    QLineEdit *m_readable;
    QCheckBox *m_network;
    QSpinBox *m_verdicts;
    QDoubleSpinBox *m_minutes;
    QDoubleSpinBox *m_dollars;
    QSpinBox *m_atOnce;
};

} // namespace loupe::ui
