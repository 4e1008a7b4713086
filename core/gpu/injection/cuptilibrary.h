// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <cupti.h>

namespace loupe::injection {

/// Returns the CUPTI that the process has loaded, because two in one process conflict; else the
/// newest of this machine, or null.
void *openCupti() noexcept;

/// Functions of CUPTI and the driver in this process.
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
    // Functions of the driver; null without one.
    CUresult (*synchronise)() = nullptr;                                ///< cuCtxSynchronize
    CUresult (*copyToHost)(void *, CUdeviceptr, std::size_t) = nullptr; ///< cuMemcpyDtoH

    /// Loads the functions. Returns null, or what is missing.
    const char *load() noexcept;
};

} // namespace loupe::injection
