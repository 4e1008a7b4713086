// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/charts/chartlimits.h"
#include "ui/figures/chartpainter.h"

#include <QPolygonF>
#include <QRectF>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace loupe::ui {

/// Returns how much of each mark shows these evaluations: the fraction of its members for a part of
/// a strip, 1 or 0 for any other mark. Returns nothing if no mark shows any of them.
std::vector<double> sharesOf(const std::vector<RowId> &ids, const std::vector<PlacedMark> &marks);
/// Returns the evaluations of some marks and those of `also`, sorted and without duplicates.
std::vector<RowId> evaluationsOf(const std::vector<PlacedMark> &marks,
                                 std::span<const std::size_t> picked,
                                 const std::vector<RowId> &also);

/// Returns true if marks are selected by a lasso (dots and cells) instead of a range of the x axis.
bool isPickedByLasso(const ChartPanel &panel);
/// Returns the range of a drag along `path`, in the panel where it started; empty outside of all
/// panels.
QRectF draggedRange(const ChartPainter &painter, const QPolygonF &path);
/// Returns the marks whose centre is covered by such a drag.
std::vector<std::size_t> marksAlong(const ChartPainter &painter, const QPolygonF &path);

/// Returns axis limits around the marks with a share above 0, on the axes of the first panel.
/// Limits of y are set only for dots. Returns nothing if no such mark has a position on these axes.
std::optional<ChartLimits> limitsAround(const ChartPainter &painter,
                                        const std::vector<double> &shown);

} // namespace loupe::ui
