// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/suiteengine.h"

namespace loupe {

/// The native suite on this machine's processor ("cpu") or on a GPU of it ("cuda").
Result<std::unique_ptr<SuiteEngine>> makeNativeEngine(const RunRequest &request,
                                                      const std::string &platform,
                                                      const std::stop_token &stop);

} // namespace loupe
