// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/storedfigure.h"
#include "core/report/figures/paperfigure.h"
#include "core/store/read/storereader.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <optional>
#include <stop_token>
#include <vector>

namespace loupe::ui {

/// A figure of the store with its data of now.
struct FigureEntry {
    StoredFigure stored;
    std::optional<PaperFigure> now; ///< nothing where it cannot be made
    QString state;                  ///< "current", "stale: 3 numbers moved", why it cannot be made
    QStringList moved;              ///< since the last export

    Q_DECLARE_TR_FUNCTIONS(FigureEntry)
};

/// The figures of a store, each made anew; blocking.
Result<std::vector<FigureEntry>> readFigureEntries(StoreReader &reader,
                                                   const std::stop_token &stop);

} // namespace loupe::ui
