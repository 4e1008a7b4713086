// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace loupe::ui {

class Theme;

/// What is spent of a limit, solid, and behind it what is reserved, hatched. What is said in
/// numbers stands beside it.
class BudgetBar final : public QWidget
{
    Q_OBJECT
public:
    explicit BudgetBar(const Theme &theme, QWidget *parent = nullptr);

    /// Shares of the limit; together they may exceed 1, which shows as a full bar.
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
