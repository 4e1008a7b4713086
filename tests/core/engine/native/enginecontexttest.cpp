// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/enginecontext.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(EngineContext, ShowsACandidateOnlyItsGpu)
{
    EngineContext context;
    context.programs.host = "/host";
    context.cuda.emplace();
    context.cuda->device = "cuda:1";
    EXPECT_EQ(context.deviceSettings().device, "cuda:1");
    EXPECT_TRUE(context.deviceSettings().visibleDevices.empty());

    context.cuda->view = GpuView{"GPU-1234", {"/dev/nvidia0"}};
    const HostSettings shown = context.deviceSettings();
    EXPECT_EQ(shown.device, "cuda:0"); // the index counts visible devices only
    EXPECT_EQ(shown.visibleDevices, "GPU-1234");
    EXPECT_EQ(shown.hiddenNodes, std::vector<std::filesystem::path>{"/dev/nvidia0"});
    EXPECT_EQ(shown.hostProgram, "/host");
    // A reference has no GPU.
    EXPECT_TRUE(context.hostSettings().device.empty());
    EXPECT_TRUE(context.hostSettings().hiddenNodes.empty());
}

} // namespace loupe
