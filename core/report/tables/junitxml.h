// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/rows/storedvalues.h"

#include <span>
#include <string>

namespace loupe {

/// Returns evaluations as JUnit XML, which build servers show as tests: a `testsuite` for each run,
/// and in it a `testcase` for each evaluation, with the method as its class. Failed and flagged
/// evaluations are failures, and infra errors are errors. Evaluations without a verdict are
/// skipped. Obeys junit-10.xsd of Jenkins.
std::string junitXml(std::span<const ResultRow> rows);

} // namespace loupe
