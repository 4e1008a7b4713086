// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/needs.h"
#include "core/platforms/vendors/vendors.h"

namespace loupe {

using Kind = PlatformNeed::Kind;

Platform ascendcPlatform()
{
    Platform platform;
    platform.name = "ascendc";
    platform.title = "AscendC operator projects";
    platform.vendor = "Huawei";
    platform.loader = "ascendc";
    platform.modules = {"torch_npu"};
    platform.passedOn = ascendVariables();
    platform.folders = ascendFolders();
    platform.devices = {{"npu",
                         {},
                         {torchNpu(),
                          ascendDevice(),
                          {Kind::Program, "msopgen",
                           "install the CANN toolkit (hiascend.com) and source its set_env.sh"},
                          bishengCompiler(),
                          {Kind::Program, "cmake", "apt install cmake"},
                          cxxCompiler()},
                         {},
                         ascendNodes()}};
    return platform;
}

} // namespace loupe
