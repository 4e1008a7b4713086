// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/goldenrecord.h"
#include "core/model/record/recordedstate.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Golden records of a task at one place, by case.
using GoldenList = std::vector<const StoredGoldenRecord *>;

/// Golden records of one run, device and form of the baseline.
struct GoldenSet {
    std::string run;
    std::string device;
    std::string baseline;
    std::string folder;                      ///< from which the records were read
    std::map<std::string, GoldenList> tasks; ///< by taskKey() of suite and task

    /// Returns "l20 (run golden-l20)"; the folder in quotes if no device is recorded.
    std::string text() const;
    /// Returns whether the devices differ, or the folders if a device is not recorded.
    bool isOtherThan(const GoldenSet &other) const;
};

std::string taskKey(const std::string &suite, const std::string &task);
/// Returns "suite task" for a key.
std::string taskText(const std::string &key);

/// Returns the places in the order in which they were stored.
std::vector<GoldenSet> goldenSets(std::span<const StoredGoldenRecord> golden);

/// Numbers of tasks that two places share, and of those with exactly equal times.
struct GoldenOverlap {
    int shared = 0;
    int equal = 0;
    /// Returns whether nearly all are equal, and more than by chance.
    bool isCopy() const;
};
GoldenOverlap overlapOf(const GoldenSet &one, const GoldenSet &other);

double millisecondsOf(const GoldenList &records);

} // namespace loupe
