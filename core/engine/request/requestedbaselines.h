// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/plan.h"
#include "core/engine/request/runrequest.h"

#include <span>
#include <string>

namespace loupe {

/// Sets the baselines that words name, as "eager" or "eager,compile". The first is the run's own.
/// InvalidInput for an unknown one or one that comes twice, Unsupported for "method:NAME".
Status chooseBaselines(std::span<const std::string> words, PythonRequest &python);

/// Returns whether the suite's references can have the requested baselines; Unsupported if not.
Status checkSuite(const PythonRequest &python, const Plan &plan);

/// Returns whether the device can run them: "cpu", "cuda:0"; empty, which is not known yet, can.
Status checkDevice(const PythonRequest &python, const std::string &device);

} // namespace loupe
