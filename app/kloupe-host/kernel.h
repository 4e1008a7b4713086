// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/platforms/hostprotocol.h"
#include "core/sandbox/tensorarena.h"

#include <cstdint>
#include <string>
#include <vector>

#include <dlpack/dlpack.h>

#include "loupe_kernel.h"

namespace loupe {

/// A loaded library's entry point.
class Kernel
{
public:
    /// Null where the library cannot be loaded or lacks the symbol; `answer` then says so in the
    /// protocol's words.
    static Kernel load(const char *library, Json &answer);

    explicit operator bool() const { return m_entry != nullptr; }
    /// Calls it `times` times and describes what happened in the protocol's words: "returned" with
    /// "declared" where the description of an output was changed, or "exception".
    Json call(const HostTrial &trial, const TensorArena &inputs, TensorArena &outputs,
              std::int64_t times) const;

private:
    using Entry = std::int32_t (*)(const LoupeCall *);
    Entry m_entry = nullptr;
};

} // namespace loupe
