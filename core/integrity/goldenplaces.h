// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/goldenrecord.h"
#include "core/model/recordedstate.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// A task's golden records at one place, by case.
using GoldenList = std::vector<const StoredGoldenRecord *>;

/// The golden records of one run, device and form of the baseline.
struct GoldenPlace {
    std::string run;
    std::string device;
    std::string baseline;
    std::string folder;                      ///< that the records were read from
    std::map<std::string, GoldenList> tasks; ///< by suite and task, taskKey()

    /// "l20 (run golden-l20)"; where no device is recorded, the folder in quotes.
    std::string text() const;
    /// Whether the names tell two devices, or two folders where a device is not recorded.
    bool isOtherThan(const GoldenPlace &other) const;
};

std::string taskKey(const std::string &suite, const std::string &task);
/// "suite task" of a key.
std::string taskText(const std::string &key);

/// In the order in which they were stored.
std::vector<GoldenPlace> goldenPlaces(std::span<const StoredGoldenRecord> golden);

/// How many tasks two places share, and how many of these have the same times to the last digit.
struct GoldenOverlap {
    int shared = 0;
    int equal = 0;
    /// Nearly all are equal, and more than chance could make so.
    bool isCopy() const;
};
GoldenOverlap overlapOf(const GoldenPlace &one, const GoldenPlace &other);

double millisecondsOf(const GoldenList &records);

} // namespace loupe
