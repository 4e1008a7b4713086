// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/workbench.h"

#include <functional>

namespace loupe::ui {

class ConversationPanel;

/// Command that requests another program with a hint on the displayed evaluation.
inline constexpr const char *hintCommand = "conversation.hint";

/// Connects the panel's hint button to the command, if this build can send requests. `shown`
/// returns the displayed evaluation.
void offerHints(const Workbench &bench, ConversationPanel &panel, std::function<RowId()> shown);

} // namespace loupe::ui
