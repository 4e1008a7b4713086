// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

/// The parts of cuBLAS that are used, looked up at run time with its documented interface: it need
/// not be there, neither to build nor to run.
struct CublasLibrary {
    using Handle = void *;

    int (*create)(Handle *) = nullptr;
    int (*destroy)(Handle) = nullptr;
    int (*version)(Handle, int *) = nullptr;
    int (*gemm)(Handle, int opA, int opB, int m, int n, int k, const void *alpha, const void *a,
                int typeA, int lda, const void *b, int typeB, int ldb, const void *beta, void *c,
                int typeC, int ldc, int computeType, int algorithm)
        = nullptr;

    /// Empty, or why it cannot be used.
    std::string load();
};

} // namespace loupe
