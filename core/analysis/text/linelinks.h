// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device/generatedcode.h"
#include "core/model/record/candidate.h"

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace loupe {

/// File that torch's load_inline() compiles.
inline constexpr std::string_view extensionSource = "cuda.cu";

/// Returns for each line of a generated text the line (1-based) of the candidate's source that it
/// was generated from; 0 if the compiler names no line of that source. Code of a function that was
/// inlined from another file belongs to the line that calls it. Understands the positions in PTX,
/// in the output of nvdisasm, in MLIR (TTIR, TTGIR) and in LLVM IR. Pure.
std::vector<int> sourceLinesOf(const GeneratedCode &code, const Candidate &candidate);

/// Returns the same for one of an evaluation's texts. Triton's machine code names no callers, so
/// its inlined lines are looked up in the PTX of the same kernel. A line that has several callers
/// there belongs to none. Pure.
std::vector<int> sourceLinesOf(const std::vector<GeneratedCode> &code, std::size_t index,
                               const Candidate &candidate);

/// Returns the line (1-based) of a candidate's source that is this line of a file, under the path
/// or name that its compiler saw; 0 if the file is another one.
using SourceLineFinder = std::function<int(std::string_view file, int line)>;
/// Reads the candidate's files once. The candidate must outlive the finder. Pure.
SourceLineFinder sourceLineFinder(const Candidate &candidate);

} // namespace loupe
