// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/needs.h"
#include "core/platforms/vendors/vendors.h"

namespace loupe {

using Kind = PlatformNeed::Kind;

Platform catlassPlatform()
{
    // CATLASS uses AscendC's projects, whose kernels may include its templates.
    Platform platform = ascendcPlatform();
    platform.name = "catlass";
    platform.title = "AscendC operator projects with CATLASS templates";
    platform.loader = "catlass";
    platform.passedOn.emplace_back("CATLASS_ROOT");
    auto &needs = platform.devices.front().needs;
    needs.insert(needs.begin(),
                 {Kind::Folder, "CATLASS_ROOT",
                  "clone gitee.com/ascend/catlass and set CATLASS_ROOT to it"});
    return platform;
}

} // namespace loupe
