// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/kernelprofile.h"

#include <optional>
#include <string>

namespace loupe {

/// What keeps a kernel from being faster, by the roofline model.
enum class RooflineBound { Unknown, Memory, Operations };

/// "memory", "operations", "unknown".
const char *name(RooflineBound bound);

/// Where a measured time lies below the roofline. What cannot be said is missing.
struct RooflinePoint {
    std::optional<double> intensity;     ///< operations per byte
    std::optional<double> operationRate; ///< attained, per second
    std::optional<double> byteRate;      ///< attained, per second
    /// The larger of operations / peak and bytes / bandwidth; missing where the operations are not
    /// known.
    std::optional<double> leastMs;
    std::optional<double> fraction; ///< of the speed of light: leastMs / measured
    RooflineBound bound = RooflineBound::Unknown;
};

/// `measuredMs` is one call. Bytes are the task's own count, else the compulsory ones.
RooflinePoint rooflinePoint(const WorkRecord &work, double measuredMs);

/// Measured ceilings are exceeded a little by chance and by better code than ours: a time counts as
/// faster than physics only below this part of the floor.
inline constexpr double physicsTolerance = 0.9;
/// A task's formula counts the operations of the plain algorithm. Known ones that need fewer
/// (Strassen, Winograd, FFT) save no more than this factor at sizes of benchmarks.
inline constexpr double savedOperations = 4.0;

/// Why a call cannot have taken so little, with the numbers; empty where it can, or nothing is
/// known. Each of three floors must be undercut by more than the tolerance to count: operations at
/// `fastestFlops`, the device's fastest rate of any type; the compulsory bytes that no cache can
/// hold, from memory; all of them from the cache. Where the trusted baseline undercuts the same
/// floor, the task needs less than its sizes say (a lookup reads a few rows), and nothing is said.
std::string fasterThanPhysics(const WorkRecord &work, std::optional<double> fastestFlops,
                              double measuredMs, std::optional<double> baselineMs);

} // namespace loupe
