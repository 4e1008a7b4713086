// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/hintoffer.h"

#include "core/generation/loop/generationoutcome.h"
#include "ui/pages/detail/conversationpanel.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/selection.h"

#include <QString>

#include <utility>

namespace loupe::ui {

void offerHints(const Workbench &bench, ConversationPanel &panel, std::function<RowId()> shown)
{
    if (!bench.services.generation.launch)
        return;
    panel.offerHint();
    QObject::connect(&panel, &ConversationPanel::hintRequested, &panel,
                     [bench, shown = std::move(shown)] {
                         const QString id = QString::fromLatin1(hintCommand);
                         if (!bench.commands.contains(id))
                             return;
                         bench.selection.setCurrent(shown());
                         bench.commands.refresh();
                         bench.commands.action(id)->trigger();
                     });
}

} // namespace loupe::ui
