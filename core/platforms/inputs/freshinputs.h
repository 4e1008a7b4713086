// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/suites/native/nativetask.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Returns true if a generator's elements depend on each other, so that a whole tensor is redrawn.
bool isDrawnAnew(const Generator &generator);

/// New inputs for consecutive calls, drawn by the task's generators and cheap enough to make before
/// each call. A tensor with independent elements is assembled from 16-byte runs at random positions
/// of a pool, so that no row, line or sum repeats an earlier call's. Any other tensor is redrawn.
/// Real numbers also lose some of their low bits at random, so that runs do not repeat either. The
/// pools are renewed gradually. Deterministic: the same secret gives the same inputs until renew().
class FreshInputs
{
public:
    /// Draws the pools. InvalidInput as drawTensor(). `seed`: 64 hexadecimal digits.
    static Result<FreshInputs> make(const TrialSpec &trial, std::string seed);

    /// Fills the `index`-th input; `bytes` has the size of its spec.
    Status fill(std::size_t index, std::uint64_t secret, std::span<std::byte> bytes) const;
    /// Redraws a part of every pool.
    Status renew();

private:
    struct Source {
        TrialInput input;
        std::vector<std::byte> pool; ///< empty: redrawn for each call
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
