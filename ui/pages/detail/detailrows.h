// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/evaluation.h"
#include "core/model/sourcefiles.h"
#include "ui/models/cell.h"

#include <QList>

#include <vector>

class QStandardItem;
class QString;

namespace loupe::ui {

// Rows of the tables in DetailTabs. The caller owns the items.

QStandardItem *verdictCell(Verdict verdict);

/// Returns the row of one output of a trial in the error table.
QList<QStandardItem *> trialRow(const Trial &trial, const OutputComparison &output);
QList<QStandardItem *> kernelRow(const KernelActivity &activity);
/// The first item has the line as PlaceRole. `files` are those of a candidate of several files.
QList<QStandardItem *> findingRow(const Finding &finding, const std::vector<SourceFile> &files);

} // namespace loupe::ui
