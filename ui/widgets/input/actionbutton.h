// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAction;
class QToolButton;

namespace loupe::ui {

/// Creates a button for a temporary action, visible while the action is enabled.
QToolButton *makePassingButton(QAction *action);

} // namespace loupe::ui
