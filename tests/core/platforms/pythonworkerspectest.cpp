// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/python/pythonworkerspec.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

/// Returns true if the sandbox shows this file of /dev, which stands in for one of a GPU.
bool shows(const PythonSettings &settings, const char *file)
{
    const ChildSpec spec = pythonWorkerSpec(PythonEnvironment{}, settings, "/scratch");
    return std::ranges::find(spec.devices, std::filesystem::path(file)) != spec.devices.end();
}

} // namespace

TEST(PythonWorkerSpec, ShowsTheDevicesOfItsPlatformButNotThoseThatAreHidden)
{
    PythonSettings settings;
    settings.device = "cuda:0";
    settings.deviceNodes = {"null", "zero"};
    EXPECT_TRUE(shows(settings, "/dev/null"));
    EXPECT_TRUE(shows(settings, "/dev/zero"));
    EXPECT_FALSE(shows(settings, "/dev/full"));
    settings.hiddenNodes = {"/dev/zero"};
    EXPECT_TRUE(shows(settings, "/dev/null"));
    EXPECT_FALSE(shows(settings, "/dev/zero"));
    settings.device = "cpu";
    EXPECT_FALSE(shows(settings, "/dev/null"));
}

TEST(PythonWorkerSpec, ExtensionsForGpusKeepTheirLines)
{
    PythonSettings settings;
    const auto flags = [&settings] {
        auto variables = pythonWorkerSpec(PythonEnvironment{}, settings, "/scratch").environment;
        return variables["NVCC_APPEND_FLAGS"];
    };
    EXPECT_EQ(flags(), "");
    settings.device = "cuda:0";
    EXPECT_EQ(flags(), "-lineinfo");
}

} // namespace loupe::test
