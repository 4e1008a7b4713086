// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace loupe::ui {

/// Gives charts and sliders, which Qt does not know, their role for screen readers. May be called
/// repeatedly.
void installAccessibleRoles();

} // namespace loupe::ui
