// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/suiteengine.h"

namespace loupe {

/// Creates the engine of the native suite for the processor ("cpu") or a GPU ("cuda").
Result<std::unique_ptr<SuiteEngine>> makeNativeEngine(const RunRequest &request,
                                                      const std::string &platform,
                                                      const std::stop_token &stop);

} // namespace loupe
