// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device/kernelprofile.h"

#include <optional>
#include <string>

namespace loupe {

/// The limit of a kernel's speed in the roofline model.
enum class RooflineBound { Unknown, Memory, Operations };

/// "memory", "operations", "unknown".
const char *name(RooflineBound bound);

/// A measured time relative to the roofline; nullopt if a value is unknown.
struct RooflinePoint {
    std::optional<double> intensity;     ///< operations per byte
    std::optional<double> operationRate; ///< attained, per second
    std::optional<double> byteRate;      ///< attained, per second
    /// The larger of operations / peak and bytes / bandwidth; nullopt if the operations are
    /// unknown.
    std::optional<double> minMs;
    std::optional<double> fraction; ///< of the speed of light: minMs / measured
    RooflineBound bound = RooflineBound::Unknown;
};

/// Computes the point. `measuredMs` is the time of one call. Bytes are the task's own count, else
/// the compulsory ones.
RooflinePoint rooflinePoint(const WorkRecord &work, double measuredMs);

/// Share of the floor below which a time counts as physically impossible. Chance and better code
/// may exceed measured ceilings slightly.
inline constexpr double physicsTolerance = 0.9;
/// Upper bound of the factor by which known algorithms (Strassen, Winograd, FFT) reduce the
/// operations of a task's formula at benchmark sizes. The formula counts the plain algorithm.
inline constexpr double savedOperations = 4.0;

/// Returns why a measured time is physically impossible, with the numbers. Returns an empty string
/// if it is possible or nothing is known. A time must be below one of three floors by more than the
/// tolerance:
/// - the operations at `fastestFlops`, the device's fastest rate of any type,
/// - the compulsory bytes that exceed the cache, from memory,
/// - all compulsory bytes, from the cache.
///
/// If the trusted baseline is below the same floor, the task needs less than its sizes imply (a
/// lookup reads few rows). The function then returns an empty string.
std::string fasterThanPhysics(const WorkRecord &work, std::optional<double> fastestFlops,
                              double measuredMs, std::optional<double> baselineMs);

} // namespace loupe
