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
    mallopt(M_MMAP_THRESHOLD, static_cast<int>(returnedBlockBytes));
    mallopt(M_TRIM_THRESHOLD, static_cast<int>(returnedBlockBytes));
#endif
}

} // namespace loupe
