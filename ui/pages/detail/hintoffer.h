// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/workbench.h"

#include <functional>

namespace loupe::ui {

class ConversationPanel;

/// The command that asks again with a hint about the evaluation that is looked at.
inline constexpr const char *hintCommand = "conversation.hint";

/// Lets the panel begin it about the evaluation that `shown` names, where the program can ask.
void offerHints(const Workbench &bench, ConversationPanel &panel, std::function<RowId()> shown);

} // namespace loupe::ui
