// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/frame/brushing.h"

#include "ui/shell/session/selection.h"
#include "ui/text/words.h"

#include <QCoreApplication>

namespace loupe::ui {

void selectBrushed(Selection &selection, const std::vector<RowId> &ids, const QString &text)
{
    if (ids.empty()) {
        selection.clear();
        return;
    }
    selection.set(ids,
                  QCoreApplication::translate("loupe::ui", "%1 selected: %2")
                      .arg(countText(static_cast<std::int64_t>(ids.size())), text));
}

} // namespace loupe::ui
