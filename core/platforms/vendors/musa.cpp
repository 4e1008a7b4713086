// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/needs.h"
#include "core/platforms/vendors/vendors.h"

namespace loupe {

using Kind = PlatformNeed::Kind;

Platform musaPlatform()
{
    Platform platform;
    platform.name = "musa";
    platform.title = "MUSA through torch_musa";
    platform.vendor = "Moore Threads";
    platform.modules = {"torch_musa"};
    platform.passedOn = {"MUSA_HOME", "LD_LIBRARY_PATH", "MUSA_VISIBLE_DEVICES"};
    platform.folders = {"/usr/local/musa"};
    platform.devices = {
        {"musa",
         {},
         {{Kind::Package, "torch_musa",
           "install torch_musa of the same version as torch (github.com/MooreThreads/torch_musa)"},
          {Kind::Device, "musa", "use a machine with a Moore Threads GPU and its driver"},
          {Kind::Program, "mcc", "install the MUSA toolkit (developer.mthreads.com)"},
          cxxCompiler(),
          ninjaTool()},
         {},
         {"mtgpu", "dri"}}};
    return platform;
}

} // namespace loupe
