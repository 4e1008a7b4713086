// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/evaluation.h"
#include "core/model/run.h"

namespace loupe {

/// Everything that an evaluation found out, bit for bit; of its candidate only what names it (task,
/// method, sample, round): both ends have the rest.
Json evaluationToJson(const Evaluation &evaluation);

/// Reads what evaluationToJson() writes, from somebody who may be hostile. InvalidInput names every
/// field that is missing, unknown, of a wrong type or out of range.
Result<Evaluation> evaluationFromJson(const Json &json);

/// A run as a node began it: without uuid, name, suite and candidates, which the asker knows.
Json runToJson(const Run &run);
Result<Run> runFromJson(const Json &json);

} // namespace loupe
