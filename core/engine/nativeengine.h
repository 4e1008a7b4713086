// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/suiteengine.h"

namespace loupe {

/// The native suite on this machine's processor.
Result<std::unique_ptr<SuiteEngine>> makeNativeEngine(const RunRequest &request);

} // namespace loupe
