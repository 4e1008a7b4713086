// SPDX-License-Identifier: Apache-2.0
#include "core/base/freedblocks.h"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace loupe {

void returnFreedBlocks()
{
#ifdef __GLIBC__
    // No other thread runs yet.
    constexpr auto limit = static_cast<int>(returnedBlockBytes);
    mallopt(M_MMAP_THRESHOLD, limit); // NOLINT(concurrency-mt-unsafe)
    mallopt(M_TRIM_THRESHOLD, limit); // NOLINT(concurrency-mt-unsafe)
#endif
}

} // namespace loupe
