// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace loupe::ui {

class Theme;

/// A drop-down that says what it is about above what is chosen: "Device" over "RTX 4090".
class ChoiceButton final : public QPushButton
{
    Q_OBJECT
public:
    ChoiceButton(const QString &caption, const Theme &theme, QWidget *parent = nullptr);

    /// `tooltip` says what cannot be read off the value. A notable one stands out in amber: it asks
    /// for a decision.
    void setValue(const QString &value, const QString &tooltip, bool isNotable);
    QString value() const { return m_value; }
    QString caption() const { return m_caption; }
    bool isNotable() const { return m_isNotable; }
    /// For a drop-down that is about different things in turn.
    void setCaption(const QString &caption) { m_caption = caption; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QFont valueFont() const;

    const Theme &m_theme;
    QString m_caption;
    QString m_value;
    bool m_isNotable = false;
};

} // namespace loupe::ui
