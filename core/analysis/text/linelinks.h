// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device/generatedcode.h"
#include "core/model/record/candidate.h"

#include <vector>

namespace loupe {

/// Returns for each line of a generated text the line (1-based) of the candidate's source that it
/// was generated from; 0 if the compiler names no line of that source. Code of a function that was
/// inlined from another file belongs to the line that calls it. Understands the positions in PTX,
/// in the output of nvdisasm, in MLIR (TTIR, TTGIR) and in LLVM IR. Pure.
std::vector<int> sourceLinesOf(const GeneratedCode &code, const Candidate &candidate);

} // namespace loupe
