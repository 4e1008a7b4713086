// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runrequest.h"
#include "core/platforms/python/pythonhost.h"

#include <string>
#include <vector>

namespace loupe {

/// Returns Unsupported if the device ("cuda:1") cannot compute in one of the precisions. It is
/// judged by the compute capability that the interpreter reports; devices without one can do all.
/// torch imitates a missing type in float32, so that times would be those of another type.
Status checkPrecisions(const std::vector<RunPrecision> &precisions, const std::string &device,
                       const PythonEnvironment &python);

} // namespace loupe
