// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/evaluation.h"
#include "core/model/verdict/diagnostic.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Replaces the parts of a message that differ between equal mistakes:
/// - Absolute paths become <path>, addresses <address>, numbers N, mangled names <symbol>.
/// - Names of temporary files become <temporary>, SSA values %N, and names that torch gives to
///   built extensions <name>.
/// - Consecutive blanks become one.
///
/// Names that identify the mistake (of a type, function or attribute) stay. The result has at most
/// 240 bytes and is not cut within a character.
std::string normalised(std::string_view message);

/// Returns why the evaluation failed; nullopt if it did not fail (isFailure). Diagnostics come
/// first, then the build log or, after a build, the candidate's output. A wrong result is described
/// by its verdict and the pattern of wrong elements, if one was found.
std::optional<Failure> failureOf(const Evaluation &evaluation);

} // namespace loupe
