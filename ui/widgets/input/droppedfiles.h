// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

class QMimeData;

namespace loupe::ui {

/// Returns the local files and folders among what was dropped.
std::vector<std::filesystem::path> droppedFiles(const QMimeData *data);

} // namespace loupe::ui
