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

/// Asks the user for a hint on the evaluation's program. Then passes a run to `start` that sends it
/// to the model and evaluates the answer. `services` must outlive the dialog.
void askWithHint(const Theme &theme, const Services &services, const std::filesystem::path &store,
                 RowId evaluation, QWidget *parent,
                 std::function<void(const std::shared_ptr<RunJob> &)> start);

} // namespace loupe::ui
