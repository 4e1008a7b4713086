// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/contract/suiteengine.h"
#include "core/engine/run/resolvedrequest.h"

#include <memory>
#include <stop_token>

namespace loupe {

/// Creates the engine for the run's suite and devices. Environment tells what the machine lacks.
Result<std::unique_ptr<SuiteEngine>> makeSuiteEngine(const ResolvedRequest &run,
                                                     const std::stop_token &stop);

} // namespace loupe
