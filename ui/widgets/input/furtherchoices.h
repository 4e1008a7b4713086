// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>
#include <QString>

#include <vector>

class QAction;

namespace loupe::ui {

/// Menu button beside a choice, for further values of it: "Also compile and 1 more ▾".
class FurtherChoices final : public QPushButton
{
    Q_OBJECT
public:
    /// `about` is its tool tip, to which the chosen values are added.
    explicit FurtherChoices(QString about, QWidget *parent = nullptr);

    void addChoice(const QString &text, int value);
    /// Names the value of the choice beside it, which cannot be one of the further values.
    void setOwn(int value);
    void setChosen(std::vector<int> values);
    /// Returns the chosen values in the order in which they were chosen.
    const std::vector<int> &chosen() const { return m_chosen; }

signals:
    /// The user has chosen or removed a value.
    void changed();

private:
    void toggle(int value, bool isChosen);
    void showChosen();

    QString m_about;
    std::vector<QAction *> m_actions; ///< of the menu; their data is the value
    std::vector<int> m_chosen;
    int m_own = -1;
};

} // namespace loupe::ui
