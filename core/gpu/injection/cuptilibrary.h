// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <cupti.h>

namespace loupe::injection {

/// The process's own CUPTI where it has loaded one: two in one process disturb each other. Else the
/// newest of this machine; null where there is none.
void *openCupti() noexcept;

/// CUPTI and the driver as found in this process: the function pointers that are used.
struct CuptiLibrary {
    decltype(&cuptiActivityRegisterCallbacks) registerCallbacks = nullptr;
    decltype(&cuptiActivityEnable) enable = nullptr;
    decltype(&cuptiActivityDisable) disable = nullptr;
    decltype(&cuptiActivityFlushAll) flushAll = nullptr;
    decltype(&cuptiActivityGetNextRecord) nextRecord = nullptr;
    decltype(&cuptiActivityGetNumDroppedRecords) droppedRecords = nullptr;
    decltype(&cuptiGetTimestamp) timestamp = nullptr;
    decltype(&cuptiGetResultString) resultString = nullptr;
    decltype(&cuptiGetVersion) version = nullptr;
    // Of the driver; null without one.
    CUresult (*synchronise)() = nullptr;                                ///< cuCtxSynchronize
    CUresult (*copyToHost)(void *, CUdeviceptr, std::size_t) = nullptr; ///< cuMemcpyDtoH

    /// Null, or what is missing.
    const char *load() noexcept;
};

} // namespace loupe::injection
