// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/injection/cuptilibrary.h"

#include "core/gpu/injection/cuptisteps.h"

#include <dlfcn.h>

namespace loupe::injection {

void *openCupti() noexcept
{
    constexpr const char *names[] = {"libcupti.so.13",
                                     "libcupti.so.12",
                                     "libcupti.so",
                                     "/usr/local/cuda/lib64/libcupti.so.13",
                                     "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so.13",
                                     "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so"};
    for (const char *name : names) {
        if (void *loaded = dlopen(name, RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD))
            return loaded;
    }
    for (const char *name : names) {
        if (void *loaded = dlopen(name, RTLD_LAZY | RTLD_LOCAL))
            return loaded;
    }
    return nullptr;
}

const char *CuptiLibrary::load() noexcept
{
    void *cupti = openCupti();
    if (cupti == nullptr)
        return "libcupti.so.13 is not there";
    const bool hasAll = find(cupti, "cuptiActivityRegisterCallbacks", registerCallbacks)
        && find(cupti, "cuptiActivityEnable", enable)
        && find(cupti, "cuptiActivityDisable", disable)
        && find(cupti, "cuptiActivityFlushAll", flushAll)
        && find(cupti, "cuptiActivityGetNextRecord", nextRecord)
        && find(cupti, "cuptiActivityGetNumDroppedRecords", droppedRecords)
        && find(cupti, "cuptiGetTimestamp", timestamp)
        && find(cupti, "cuptiGetResultString", resultString)
        && find(cupti, "cuptiGetVersion", version);
    if (!hasAll)
        return "this libcupti lacks functions that are needed";
    if (void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD)) {
        find(driver, "cuCtxSynchronize", synchronise);
        find(driver, "cuMemcpyDtoH_v2", copyToHost);
    }
    return nullptr;
}

} // namespace loupe::injection
