// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/evaluation.h"
#include "core/model/failure.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// A message without what differs between equal mistakes: absolute paths become <path>, addresses
/// <address>, numbers N, mangled names <symbol>, names of temporary files <temporary>, values of
/// SSA form %N, names that torch gives built extensions <name>. Blanks are made single. Names that
/// say what is wrong (of a type, a function, an attribute) stay. At most 240 bytes, cut between
/// characters.
std::string normalised(std::string_view message);

/// Why the evaluation failed; nullopt where it did not fail (isFailure). What the diagnostics say
/// comes first, then the build log or, after a build, the candidate's output; a wrong result is
/// told by its verdict and, where one was found, the pattern of wrong elements.
std::optional<Failure> failureOf(const Evaluation &evaluation);

} // namespace loupe
