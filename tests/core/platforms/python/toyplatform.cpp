// SPDX-License-Identifier: Apache-2.0
#include "tests/core/platforms/python/toyplatform.h"

namespace loupe {

Platform toyPlatform()
{
    using Kind = PlatformNeed::Kind;
    return {.name = "toy",
            .title = "NumPy, one thread",
            .vendor = "any",
            .modules = {"numpy"},         // imported once, before the first candidate
            .devices = {{.prefix = "cpu", // torch's name of the device
                         .how = "on one thread",
                         .needs = {{Kind::Package, "numpy", "{python} -m pip install numpy"}},
                         .variables = {{"OPENBLAS_NUM_THREADS", "1"}}}}};
}

} // namespace loupe
