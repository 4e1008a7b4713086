// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/evaluation.h"
#include "ui/models/cell.h"

#include <QList>

class QStandardItem;
class QString;

namespace loupe::ui {

// Rows of the tables that DetailTabs shows. The caller owns the items.

QStandardItem *verdictCell(Verdict verdict);

/// One line of the error table for each output of a trial.
QList<QStandardItem *> trialRow(const Trial &trial, const OutputComparison &output);
QList<QStandardItem *> kernelRow(const KernelActivity &activity);
/// The first item holds the line as PlaceRole.
QList<QStandardItem *> findingRow(const Finding &finding);

} // namespace loupe::ui
