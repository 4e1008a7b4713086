// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/platforms/host/callrange.h"
#include "core/platforms/host/hostprotocol.h"
#include "core/sandbox/tensorarena.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <dlpack/dlpack.h>

#include "loupe_kernel.h"

namespace loupe {

/// Where the tensors of a call lie, and the stream that it is to use.
struct CallPlace {
    DLDevice device{kDLCPU, 0};
    void *stream = nullptr; ///< a cudaStream_t
    std::span<std::byte *const> inputs;
    std::span<std::byte *const> outputs;
};

std::vector<std::byte *> placesOf(const TensorArena &arena);

/// A loaded library's entry point.
class Kernel
{
public:
    /// Null where the library cannot be loaded or lacks the symbol; `answer` then says so in the
    /// protocol's words.
    static Kernel load(const char *library, Json &answer);

    explicit operator bool() const { return m_entry != nullptr; }
    /// Calls it and describes what happened in the protocol's words: "returned" with
    /// "declared" where the description of an output was changed, or "exception".
    Json call(const HostTrial &trial, const CallPlace &place) const;
    /// The same on tensors in the host's memory.
    Json call(const HostTrial &trial, const TensorArena &inputs, TensorArena &outputs) const;
    /// Calls on so many slots one after the other, until one does not return 0. `inputs` and
    /// `outputs`: places of the tensors of all slots.
    Json callOnSlots(const HostTrial &trial, std::span<std::byte *const> inputs,
                     std::span<std::byte *const> outputs, CallRange range) const;
    /// The error that a launch of a candidate in CUDA left, which is cleared; 0 for none.
    int takeCudaError() const { return m_lastError == nullptr ? 0 : m_lastError(); }

private:
    using Entry = std::int32_t (*)(const LoupeCall *);
    Entry m_entry = nullptr;
    int (*m_lastError)() = nullptr;
};

} // namespace loupe
