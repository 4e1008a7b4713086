// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/doctor/doctor.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// "ok", "missing", "not found".
std::string_view name(DoctorItem::State state);

/// A platform as one thing that this machine has or lacks; its title is the registered name.
DoctorItem toDoctorItem(const PlatformItem &item);

/// What is printed of an item: what was found, and below it what adds it.
std::vector<std::string> linesOf(const DoctorItem &item);

/// Things that belong together, under a sentence about them.
struct DoctorSection {
    std::string title;
    std::vector<DoctorItem> items;
};

/// Nothing that is needed is missing.
bool isComplete(const DoctorSection &section);

/// The platforms, compared with a Python: that one, or the one that evaluations find.
DoctorSection examinePlatformsWith(const std::filesystem::path &python);

/// Everything that `kloupe doctor` and `kloupe doctor --gpu` look at: the machine, the sandbox,
/// NVIDIA GPUs, platforms. Takes a second or two, because a Python is asked for its packages.
std::vector<DoctorSection> examineEverything(const std::filesystem::path &python);

} // namespace loupe
