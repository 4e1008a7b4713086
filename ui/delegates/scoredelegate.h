// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/metrics/scoreboard.h"
#include "ui/style/theme.h"

#include <QStyledItemDelegate>

#include <optional>

namespace loupe::ui {

/// Paints the graphical cells of a scoreboard. A share is a bar with its interval, a speedup a dot
/// with whiskers on a logarithmic axis, and outcomes are a stacked bar.
class ScoreDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit ScoreDelegate(const Theme &theme, QObject *parent = nullptr);

    /// Returns the colour of an outcome in bars and legends.
    static Token tokenOf(CellOutcome outcome);

    /// Returns the outcome whose part of the bar is at `x` of a cell `width` wide; nullopt outside.
    std::optional<CellOutcome> outcomeAt(const QVariantList &counts, double x, double width) const;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

private:
    void paintShare(QPainter &painter, const QRectF &box, const QVariantList &share) const;
    void paintRatio(QPainter &painter, const QRectF &box, const QVariantList &ratio) const;
    void paintOutcomes(QPainter &painter, const QRectF &box, const QVariantList &counts) const;

    const Theme &m_theme;
};

} // namespace loupe::ui
