// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/channel/guardedlayout.h"

namespace loupe {

namespace {

constexpr std::int64_t guardedAlignment = 256; ///< alignment of CUDA's own allocations

std::int64_t alignedUp(std::int64_t offset)
{
    return (offset + guardedAlignment - 1) / guardedAlignment * guardedAlignment;
}

} // namespace

GuardedLayout guardedLayout(std::span<const TensorSpec> specs)
{
    GuardedLayout layout;
    std::int64_t end = 0;
    for (const TensorSpec &spec : specs) {
        const std::int64_t begin = alignedUp(end + deviceGuardBytes);
        layout.guards.push_back({end, begin});
        end = begin + spec.bytes();
        layout.tensors.push_back({begin, end});
    }
    layout.bytes = alignedUp(end + deviceGuardBytes);
    layout.guards.push_back({end, layout.bytes});
    return layout;
}

std::optional<GuardDamage> damageAt(const GuardedLayout &layout, std::int64_t first,
                                    std::int64_t last)
{
    for (std::size_t i = 0; i < layout.guards.size(); ++i) {
        const GuardedLayout::Range &guard = layout.guards[i];
        if (first < guard.begin || last >= guard.end || first > last)
            continue;
        const std::int64_t behind = first - guard.begin;
        const std::int64_t before = guard.end - last;
        const bool hasTensorBehind = i < layout.tensors.size();
        if (i > 0 && (!hasTensorBehind || behind < before))
            return GuardDamage{i - 1, behind};
        if (hasTensorBehind)
            return GuardDamage{i, -before};
    }
    return std::nullopt;
}

} // namespace loupe
