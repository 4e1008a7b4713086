// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device/generatedcode.h"
#include "core/platforms/build/cudabuild.h"

#include <filesystem>
#include <stop_token>
#include <vector>

namespace loupe {

/// Takes the PTX and the machine code out of a built library with the toolkit's cuobjdump and
/// nvdisasm, in the sandbox of builds. Missing programs and failures are notes in the result, which
/// is bounded. The only error is Cancelled.
Result<std::vector<GeneratedCode>> codeOfLibrary(const std::filesystem::path &library,
                                                 const CudaToolchain &toolchain, SandboxMode mode,
                                                 std::stop_token stop);

} // namespace loupe
