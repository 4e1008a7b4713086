// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace loupe {

/// Parts of C++ code that are shown in different colours.
enum class CodePart { Plain, Comment, Keyword, Text, Number, Directive };

/// Range of bytes of a source, all of one part.
struct CodeSpan {
    std::size_t begin = 0;
    std::size_t length = 0;
    CodePart part = CodePart::Plain;
    friend bool operator==(const CodeSpan &, const CodeSpan &) = default;
};

/// Returns true for text that looks like C++ or CUDA: it has `__global__`, `__device__`,
/// `#include`, `extern "C"` or `torch::`.
bool looksLikeCpp(std::string_view text);

/// Returns the C++ and CUDA code in the triple-quoted strings of a Python source, as for
/// `load_inline` and `RawModule`. Spans are in order and cover the content of each such string.
/// Nothing after the first place that cannot be Python.
std::vector<CodeSpan> embeddedCode(std::string_view python);

} // namespace loupe
