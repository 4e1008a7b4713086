// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/charts/chartlimits.h"

#include <QDialog>

#include <array>

class QLabel;
class QLineEdit;
class QPushButton;

namespace loupe::ui {

class ChartPages;
class Theme;

/// Asks for the limits of a chart's axes; an empty line means automatic.
class AxisLimitsDialog final : public QDialog
{
    Q_OBJECT
public:
    AxisLimitsDialog(const Theme &theme, const ChartPages &pages, QWidget *parent = nullptr);

    /// Returns the typed limits; invalid numbers count as absent.
    ChartLimits limits() const;
    /// Returns the line for from and to of x, then of y.
    QLineEdit *line(std::size_t place) const { return m_lines[place]; }
    QPushButton *applyButton() const { return m_apply; }

private:
    void check();

    std::array<QLineEdit *, 4> m_lines;
    QLabel *m_problem;
    QPushButton *m_apply;
};

} // namespace loupe::ui
