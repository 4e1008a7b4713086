// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/platforms/host/callrange.h"
#include "core/platforms/host/hostprotocol.h"
#include "core/sandbox/channel/tensorarena.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <dlpack/dlpack.h>

#include "loupe_kernel.h"

namespace loupe {

/// Device of a call's tensors, and the stream it must use.
struct CallTarget {
    DLDevice device{kDLCPU, 0};
    void *stream = nullptr; ///< a cudaStream_t
    std::span<std::byte *const> inputs;
    std::span<std::byte *const> outputs;
};

std::vector<std::byte *> placesOf(const TensorArena &arena);

/// Entry point of a loaded library.
class Kernel
{
public:
    /// Loads `library`. Returns null on failure, with the protocol's error message in `answer`.
    static Kernel load(const char *library, Json &answer);

    explicit operator bool() const { return m_entry != nullptr; }
    /// Calls the kernel and returns the protocol's message: "returned", with "declared" if the
    /// candidate changed the description of an output, or "exception".
    Json call(const HostTrial &trial, const CallTarget &place) const;
    /// Calls the kernel on tensors in host memory.
    Json call(const HostTrial &trial, const TensorArena &inputs, TensorArena &outputs) const;
    /// Calls the kernel on consecutive slots until a call does not return 0. `inputs` and `outputs`
    /// are the addresses of the tensors of all slots.
    Json callOnSlots(const HostTrial &trial, std::span<std::byte *const> inputs,
                     std::span<std::byte *const> outputs, CallRange range) const;
    /// Returns and clears the error of a CUDA candidate's launch; 0 for none.
    int takeCudaError() const { return m_lastError == nullptr ? 0 : m_lastError(); }

private:
    using Entry = std::int32_t (*)(const LoupeCall *);
    Entry m_entry = nullptr;
    int (*m_lastError)() = nullptr;
};

} // namespace loupe
