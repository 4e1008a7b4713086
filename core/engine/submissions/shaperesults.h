// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/evaluation.h"
#include "core/model/record/protocolname.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Evaluation of a candidate on one shape of its task.
struct ShapeResult {
    std::string shape; ///< ownShape, or "dim=4096"
    Evaluation evaluation;
};

/// Returns whether one of the verdicts is correct on all of these shapes, so that a further shape
/// may still change it.
bool isRightOnAll(std::span<const ShapeResult> results);

/// Combines the results on several shapes, the own one first. A verdict is correct if it is correct
/// on each shape, else that of the first shape where it is not, which the message names. Trials and
/// times have the shape as their case. Speedup and times are geometric means, so that those over
/// another baseline are, too; they are missing if a shape has none. Reading, build, work and
/// counters are those of the own shape.
Evaluation combineShapes(std::vector<ShapeResult> results);

/// Combines the times of one further baseline on all shapes of a task, at least one: their
/// geometric mean, or the first reason for which one is missing.
FurtherTime combineTimes(std::span<const FurtherTime> ofShapes);

} // namespace loupe
