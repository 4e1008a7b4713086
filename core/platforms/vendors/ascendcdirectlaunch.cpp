// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/needs.h"
#include "core/platforms/vendors/vendors.h"

namespace loupe {

using Kind = PlatformNeed::Kind;

Platform ascendcDirectLaunchPlatform()
{
    Platform platform;
    platform.name = "ascendc_direct_launch";
    platform.title = "AscendC kernels launched directly";
    platform.vendor = "Huawei";
    platform.loader = "ascendcdirectlaunch";
    platform.modules = {"torch_npu"};
    platform.passedOn = ascendVariables();
    platform.folders = ascendFolders();
    platform.devices = {{"npu",
                         {},
                         {torchNpu(),
                          ascendDevice(),
                          bishengCompiler(),
                          {Kind::Program, "cmake", "apt install cmake"},
                          cxxCompiler()},
                         {},
                         ascendNodes()}};
    return platform;
}

} // namespace loupe
