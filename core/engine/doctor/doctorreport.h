// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/doctor/doctor.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Returns "ok", "missing" or "not found".
std::string_view name(DoctorItem::State state);

/// Converts a platform to an item titled with its registered name.
DoctorItem toDoctorItem(const PlatformItem &item);

/// Returns the printed lines of an item: what was found, and below it the fix.
std::vector<std::string> linesOf(const DoctorItem &item);

/// Titled group of items.
struct DoctorSection {
    std::string title;
    std::vector<DoctorItem> items;
};

/// Examines the platforms with `python`, or with the Python that evaluations find if it is empty.
DoctorSection examinePlatformsWith(const std::filesystem::path &python);

/// Examines everything that `kloupe doctor` and `kloupe doctor --gpu` show: machine, sandbox,
/// NVIDIA GPUs, platforms. Takes a second or two, because it asks a Python for its packages.
std::vector<DoctorSection> examineEverything(const std::filesystem::path &python);

} // namespace loupe
