// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/needs.h"
#include "core/platforms/vendors/vendors.h"

namespace loupe {

using Kind = PlatformNeed::Kind;

Platform pallasPlatform()
{
    Platform platform;
    platform.name = "pallas";
    platform.title = "JAX Pallas";
    platform.vendor = "any";
    platform.loader = "pallas";
    platform.arrays = "jax";
    platform.modules = {"jax"};
    const PlatformNeed jax{Kind::Package, "jax", "{python} -m pip install jax"};
    const PlatformNeed plugin{Kind::Package, "jax-cuda13-plugin|jax-cuda12-plugin",
                              "{python} -m pip install \"jax[cuda13]\""};
    platform.devices = {
        {"cuda", {}, {jax, plugin, nvidiaDevice()}, {{"JAX_PLATFORMS", "cuda,cpu"}}, nvidiaNodes()},
        {"cpu", "in interpret mode", {jax}, {{"JAX_PLATFORMS", "cpu"}}, {}}};
    return platform;
}

} // namespace loupe
