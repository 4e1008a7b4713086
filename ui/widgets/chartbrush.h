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

/// For each mark, whether any of these evaluations stands behind it; empty where none has any.
std::vector<bool> marksWithAny(const std::vector<PlacedMark> &marks, const std::vector<RowId> &ids);
/// The evaluations behind some marks and `also`, in order, each once.
std::vector<RowId> evaluationsOf(const std::vector<PlacedMark> &marks,
                                 std::span<const std::size_t> picked,
                                 const std::vector<RowId> &also);

/// Dots and cells are picked by a lasso, everything else by a range of the x axis.
bool isPickedByLasso(const ChartPanel &panel);
/// The range that a drag along `path` covers, in the panel where it began; empty outside of all.
QRectF draggedRange(const ChartPainter &painter, const QPolygonF &path);
/// The marks that such a drag picks: those whose middle it covers.
std::vector<std::size_t> marksAlong(const ChartPainter &painter, const QPolygonF &path);

/// Ends of axes around the marks that are shown in full, as the first panel's axes have them: of y
/// only where dots lie anywhere. None where no such mark has a place on such axes.
std::optional<ChartLimits> limitsAround(const ChartPainter &painter,
                                        const std::vector<bool> &shown);

} // namespace loupe::ui
