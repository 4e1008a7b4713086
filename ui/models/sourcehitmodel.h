// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/read/sourcesearch.h"
#include "ui/models/heldrows.h"

#include <vector>

namespace loupe::ui {

/// Lines of sources that contain the searched words.
class SourceHitModel final : public HeldRows<SourceHit>
{
    Q_OBJECT
public:
    enum Column { TaskColumn, MethodColumn, RoundColumn, LineColumn, TextColumn, ColumnCount };

    explicit SourceHitModel(QObject *parent = nullptr);

    void setHits(std::vector<SourceHit> hits) { replaceRows(std::move(hits)); }
};

} // namespace loupe::ui
