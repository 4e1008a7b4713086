// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/charts/chartrequest.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QHBoxLayout;

namespace loupe::ui {

class Theme;

/// Which chart of the rows is shown and how: kind, groups, what is overlaid, the switches that hold
/// for every chart, and what only some kinds ask.
class ChartControls final : public QWidget
{
    Q_OBJECT
public:
    explicit ChartControls(const Theme &theme, QWidget *parent = nullptr);

    ChartRequest request() const;
    void setKind(ChartKind kind);
    void setGroupBy(GroupBy groupBy);
    /// Of fast_p; rounded to two decimals.
    void setThreshold(double p);

signals:
    void changed();

private:
    ChartKind kind() const;
    void addChoices();
    void followKind();
    void fillSplits();
    void fillOptions();

    QComboBox *m_kind;
    QComboBox *m_group;
    QComboBox *m_split;
    QCheckBox *m_mirrored;
    QComboBox *m_option;
    QDoubleSpinBox *m_threshold;
    QCheckBox *m_soundOnly;
    QCheckBox *m_signedOnly;
    int m_overlay; ///< as chosen last: a GroupBy, or none
    int m_columns; ///< of the heat map
    bool m_isFilling = false;
};

} // namespace loupe::ui
