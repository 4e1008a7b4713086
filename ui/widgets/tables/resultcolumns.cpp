// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tables/resultcolumns.h"

#include "ui/models/resulttablemodel.h"
#include "ui/widgets/tables/fittedcolumns.h"
#include "ui/widgets/tables/resulttable.h"

namespace loupe::ui {

void fitResultColumns(ResultTable &table, const Theme &theme)
{
    // At 1280 pixels, the columns up to the speedup fit beside the facets.
    (new FittedColumns(table, theme, ResultTableModel::MessageColumn))
        ->set({{26, 0}, {13, 0}, {18, 0}});
}

} // namespace loupe::ui
