// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/needs.h"
#include "core/platforms/vendors/vendors.h"

namespace loupe {

using Kind = PlatformNeed::Kind;

Platform tritonAscendPlatform()
{
    Platform platform;
    platform.name = "triton_ascend";
    platform.title = "Triton on Ascend";
    platform.vendor = "Huawei";
    platform.modules = {"torch_npu"};
    platform.passedOn = ascendVariables();
    platform.folders = ascendFolders();
    platform.devices = {{"npu",
                         {},
                         {{Kind::Package, "triton-ascend", "{python} -m pip install triton-ascend"},
                          torchNpu(),
                          ascendDevice(),
                          bishengCompiler()},
                         {},
                         ascendNodes()}};
    return platform;
}

} // namespace loupe
