// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace loupe::ui {

class Theme;

/// Combo box in the style of the buttons. It draws its own arrow, because a style sheet only
/// accepts pictures, which ignore the theme.
class ChoiceBox : public QComboBox
{
    Q_OBJECT
public:
    explicit ChoiceBox(const Theme &theme, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
};

} // namespace loupe::ui
