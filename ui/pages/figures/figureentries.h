// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/storedfigure.h"
#include "core/report/figures/paperfigure.h"
#include "core/store/read/storereader.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <optional>
#include <stop_token>
#include <vector>

namespace loupe::ui {

/// Stored figure with its current data.
struct FigureEntry {
    StoredFigure stored;
    std::optional<PaperFigure> now; ///< absent if it cannot be made
    QString state;                  ///< "current", "out of date: 3 changes", or the reason of a
                                    ///< failure
    QStringList moved;              ///< numbers changed since the last export

    Q_DECLARE_TR_FUNCTIONS(FigureEntry)
};

/// Reads the figures of a store and makes each one with current data. Blocks.
Result<std::vector<FigureEntry>> readFigureEntries(StoreReader &reader,
                                                   const std::stop_token &stop);

} // namespace loupe::ui
