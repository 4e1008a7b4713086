// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <filesystem>
#include <functional>
#include <memory>

class QWidget;

namespace loupe::ui {

class RunJob;
class Theme;
struct Services;

/// Asks a person for a hint about the evaluation's program and, once there is one, gives a run to
/// `start` that asks the model and evaluates what it answers. `services` outlives the dialog.
void askWithHint(const Theme &theme, const Services &services, const std::filesystem::path &store,
                 RowId evaluation, QWidget *parent,
                 std::function<void(const std::shared_ptr<RunJob> &)> start);

} // namespace loupe::ui
