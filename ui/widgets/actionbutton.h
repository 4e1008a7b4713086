// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAction;
class QToolButton;

namespace loupe::ui {

/// A button for an action that is possible now and then: it is there while the action is enabled.
QToolButton *makePassingButton(QAction *action);

} // namespace loupe::ui
