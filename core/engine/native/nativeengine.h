// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/suiteengine.h"

namespace loupe {

/// Creates the engine of the native suite for the processor ("cpu") or a GPU ("cuda:0").
Result<std::unique_ptr<SuiteEngine>>
makeNativeEngine(const RunRequest &request, const std::string &device, const std::stop_token &stop);

} // namespace loupe
