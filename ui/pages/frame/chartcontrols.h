// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/charts/chartrequest.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;

namespace loupe::ui {

class HandleSlider;
class Theme;

/// Controls of a chart: kind, groups, overlay, options of all charts, and options of some kinds.
class ChartControls final : public QWidget
{
    Q_OBJECT
public:
    explicit ChartControls(const Theme &theme, QWidget *parent = nullptr);

    ChartRequest request() const;
    void setKind(ChartKind kind);
    void setGroupBy(GroupBy groupBy);
    /// Sets the threshold of fast_p, rounded to two decimals.
    void setThreshold(double p);
    HandleSlider *bins() const { return m_bins; }
    HandleSlider *range() const { return m_range; }

signals:
    void changed();

private:
    ChartKind kind() const;
    void buildLayout(const Theme &theme);
    void addChoices();
    void followKind();
    void fillGroups();
    void fillSplits();
    void fillOptions();

    QComboBox *m_kind;
    QComboBox *m_group;
    QComboBox *m_split;
    QCheckBox *m_mirrored;
    QComboBox *m_option;
    QDoubleSpinBox *m_threshold;
    HandleSlider *m_bins;
    HandleSlider *m_range;
    QCheckBox *m_soundOnly;
    QCheckBox *m_signedOnly;
    int m_groups;  ///< last choice of a GroupBy
    int m_sides;   ///< of the scatter of pairs
    int m_overlay; ///< last choice: a GroupBy, or none
    int m_columns; ///< of the heat map
    bool m_isFilling = false;
};

} // namespace loupe::ui
