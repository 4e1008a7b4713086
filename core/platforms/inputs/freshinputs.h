// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/suites/nativetask.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Whether a generator's elements depend on each other, so that a whole tensor is drawn anew.
bool isDrawnAnew(const Generator &generator);

/// New inputs for one call after the other, as the task's generators give them and cheap enough to
/// be made before each call. A tensor whose elements are drawn independently takes runs of 16 bytes
/// from random places of a pool of such elements, so that no row, no line and no sum is ever the
/// one of an earlier call; any other is drawn anew. Real numbers lose some of their last bits at
/// random, so that no run is one of an earlier call, either. The pools are drawn anew little by
/// little.
/// Deterministic: the same secret gives the same inputs until renew().
class FreshInputs
{
public:
    /// InvalidInput as drawTensor(). `seed`: 64 hexadecimal digits.
    static Result<FreshInputs> make(const TrialSpec &trial, std::string seed);

    /// Fills the `index`-th input, `bytes` of its spec.
    Status fill(std::size_t index, std::uint64_t secret, std::span<std::byte> bytes) const;
    /// Draws a part of every pool anew.
    Status renew();

private:
    struct Source {
        TrialInput input;
        std::vector<std::byte> pool; ///< empty: drawn anew for each call
    };
    FreshInputs(std::vector<Source> sources, std::string seed)
        : m_sources(std::move(sources))
        , m_seed(std::move(seed))
    {
    }

    std::vector<Source> m_sources;
    std::string m_seed;
    std::uint64_t m_renewals = 0;
};

} // namespace loupe
