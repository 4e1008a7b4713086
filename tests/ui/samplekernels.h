// SPDX-License-Identifier: GPL-3.0-or-later
//
// Native kernels for tests of the window that compile and run them.
#pragma once

namespace loupe::test {

inline constexpr const char *copyingKernel
    = "#include \"loupe_kernel.h\"\n"
      "extern \"C\" int32_t loupe_kernel(const LoupeCall *call)\n"
      "{\n"
      "    const float *x = loupe_abi::input<float>(call, 0);\n"
      "    float *y = loupe_abi::output<float>(call, 0);\n"
      "    for (int64_t i = 0; i < loupe_abi::numel(call->outputs[0]); ++i)\n"
      "        y[i] = x[i];\n"
      "    return 0;\n"
      "}\n";

inline constexpr const char *hangingKernel
    = "#include \"loupe_kernel.h\"\n"
      "extern \"C\" int32_t loupe_kernel(const LoupeCall *)\n"
      "{\n"
      "    volatile int zero = 0;\n"
      "    while (zero == 0) {\n"
      "    }\n"
      "    return 0;\n"
      "}\n";

} // namespace loupe::test
