// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace loupe::ui {

class Theme;

/// Bar of a limit: the spent share solid, the reserved share hatched. The numbers are shown next to
/// it.
class BudgetBar final : public QWidget
{
    Q_OBJECT
public:
    explicit BudgetBar(const Theme &theme, QWidget *parent = nullptr);

    /// Sets shares of the limit; a sum above 1 is shown as a full bar.
    void setShares(double spent, double reserved);
    double spent() const { return m_spent; }
    double reserved() const { return m_reserved; }

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    double m_spent = 0;
    double m_reserved = 0;
};

} // namespace loupe::ui
