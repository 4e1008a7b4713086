// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonwork.h"

namespace loupe {

/// Runs KernelGenBench's tests of an operator with a candidate in place of the operator. Adds a
/// trial for each function of the tests and sets the work's verdict. Errors: Cancelled.
Status runOperatorTests(const PythonContext &context, PythonWork &work, const PythonPhase &phase);

} // namespace loupe
