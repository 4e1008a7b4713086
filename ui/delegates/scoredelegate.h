// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/metrics/scoreboard.h"
#include "ui/style/theme.h"

#include <QStyledItemDelegate>

namespace loupe::ui {

/// Paints what a scoreboard says beside its numbers: a share as a bar with its interval, a speedup
/// as a dot with whiskers on a logarithmic axis, outcomes as a strip of 100 %.
class ScoreDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit ScoreDelegate(const Theme &theme, QObject *parent = nullptr);

    /// The colour of an outcome in strips and their legends.
    static Token tokenOf(CellOutcome outcome);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

private:
    void paintShare(QPainter &painter, const QRectF &box, const QVariantList &share) const;
    void paintRatio(QPainter &painter, const QRectF &box, const QVariantList &ratio) const;
    void paintOutcomes(QPainter &painter, const QRectF &box, const QVariantList &counts) const;

    const Theme &m_theme;
};

} // namespace loupe::ui
