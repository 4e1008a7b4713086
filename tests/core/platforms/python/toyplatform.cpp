// SPDX-License-Identifier: Apache-2.0
#include "tests/core/platforms/python/toyplatform.h"

namespace loupe {

Platform toyPlatform()
{
    Platform platform;
    platform.name = "toy";
    platform.title = "NumPy, one thread";
    platform.vendor = "any";
    platform.modules = {"numpy"}; // imported once, before the first candidate
    const PlatformNeed numpy{PlatformNeed::Kind::Package, "numpy", "{python} -m pip install numpy"};
    PlatformDevice cpu;
    cpu.prefix = "cpu"; // torch's name of the device
    cpu.how = "on one thread";
    cpu.needs = {numpy};
    cpu.variables = {{"OPENBLAS_NUM_THREADS", "1"}};
    platform.devices = {cpu};
    return platform;
}

} // namespace loupe
