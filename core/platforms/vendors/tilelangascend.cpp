// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/needs.h"
#include "core/platforms/vendors/vendors.h"

namespace loupe {

using Kind = PlatformNeed::Kind;

Platform tilelangAscendPlatform()
{
    Platform platform;
    platform.name = "tilelang_ascend";
    platform.title = "TileLang on Ascend";
    platform.vendor = "Huawei";
    platform.modules = {"torch_npu"};
    platform.passedOn = ascendVariables();
    platform.folders = ascendFolders();
    platform.devices = {{"npu",
                         {},
                         {{Kind::Package, "tilelang",
                           "install tilelang-ascend (github.com/tile-ai/tilelang-ascend)"},
                          torchNpu(),
                          ascendDevice(),
                          bishengCompiler()},
                         {},
                         ascendNodes()}};
    return platform;
}

} // namespace loupe
