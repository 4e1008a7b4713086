// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace loupe::ui {

class Theme;

/// Drop-down with a caption above its value: "Device" over "RTX 4090".
class ChoiceButton final : public QPushButton
{
    Q_OBJECT
public:
    ChoiceButton(const QString &caption, const Theme &theme, QWidget *parent = nullptr);

    /// `tooltip` adds what the value does not show. A notable value is amber, because it needs a
    /// decision.
    void setValue(const QString &value, const QString &tooltip, bool isNotable);
    QString value() const { return m_value; }
    QString caption() const { return m_caption; }
    bool isNotable() const { return m_isNotable; }
    /// Changes the caption of a drop-down with several uses.
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
