// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

/// Functions of cuBLAS, looked up at run time by their documented interface, so that neither
/// building nor running needs cuBLAS.
struct CublasLibrary {
    using Handle = void *;

    int (*create)(Handle *) = nullptr;
    int (*destroy)(Handle) = nullptr;
    int (*version)(Handle, int *) = nullptr;
    int (*gemm)(Handle, int opA, int opB, int m, int n, int k, const void *alpha, const void *a,
                int typeA, int lda, const void *b, int typeB, int ldb, const void *beta, void *c,
                int typeC, int ldc, int computeType, int algorithm)
        = nullptr;

    /// Loads the functions. Returns an empty string, or why they cannot be used.
    std::string load();
};

} // namespace loupe
