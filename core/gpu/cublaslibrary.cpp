// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/cublaslibrary.h"

#include <dlfcn.h>

namespace loupe {

namespace {

void *openCublas()
{
    constexpr const char *names[] = {"libcublas.so.13",
                                     "libcublas.so.12",
                                     "libcublas.so",
                                     "/usr/local/cuda/lib64/libcublas.so.13",
                                     "/usr/local/cuda/lib64/libcublas.so.12",
                                     "/usr/local/cuda/lib64/libcublas.so"};
    for (const char *name : names) {
        if (void *loaded = dlopen(name, RTLD_LAZY | RTLD_LOCAL))
            return loaded;
    }
    return nullptr;
}

template <typename Function>
bool findIn(void *library, const char *name, Function &function)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

} // namespace

std::string CublasLibrary::load()
{
    void *library = openCublas(); // never closed: the device's context uses it
    if (library == nullptr)
        return "libcublas is not there: install the CUDA Toolkit, or put its lib64 into "
               "LD_LIBRARY_PATH";
    const bool hasAll = findIn(library, "cublasCreate_v2", create)
        && findIn(library, "cublasDestroy_v2", destroy)
        && findIn(library, "cublasGetVersion_v2", version) && findIn(library, "cublasGemmEx", gemm);
    return hasAll ? "" : "this libcublas lacks functions that are needed";
}

} // namespace loupe
