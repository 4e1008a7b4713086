// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/run.h"

namespace loupe {

/// Writes an evaluation without loss. The candidate is reduced to its key (task, method, sample,
/// round), because both ends have the rest.
Json evaluationToJson(const Evaluation &evaluation);

/// Reads what evaluationToJson() writes, from an untrusted sender. InvalidInput names every field
/// that is missing, unknown, of a wrong type or out of range.
Result<Evaluation> evaluationFromJson(const Json &json);

/// Writes a run as begun by a node: without uuid, name, suite and candidates, which the requesting
/// side knows.
Json runToJson(const Run &run);
Result<Run> runFromJson(const Json &json);

} // namespace loupe
