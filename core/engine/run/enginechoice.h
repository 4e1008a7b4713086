// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/contract/suiteengine.h"
#include "core/engine/request/plan.h"
#include "core/engine/request/runrequest.h"

#include <memory>
#include <stop_token>

namespace loupe {

/// Creates the engine for the plan's suite. Environment tells what the machine lacks.
Result<std::unique_ptr<SuiteEngine>> makeSuiteEngine(const RunRequest &request, const Plan &plan,
                                                     const std::stop_token &stop);

} // namespace loupe
