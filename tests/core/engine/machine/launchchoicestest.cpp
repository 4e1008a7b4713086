// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/launchchoices.h"

#include <algorithm>

#include "tests/core/base/setvariable.h"
#include "tests/core/suites/taskfixture.h"

namespace loupe {

namespace {

class LaunchChoicesTest : public test::FolderTest
{
protected:
    void writePython(const std::string &environment, bool mayRun = true) const
    {
        write(environment + "/bin/python3", "#!/bin/sh\n");
        if (mayRun)
            std::filesystem::permissions(root() / environment / "bin/python3",
                                         std::filesystem::perms::owner_all);
    }
};

} // namespace

TEST_F(LaunchChoicesTest, FindsEnvironmentsInUsualFolders)
{
    writePython("venv");
    writePython(".virtualenvs/triton");
    writePython("miniconda3/envs/torch it's");
    writePython("venvs/broken", false);
    write("venvs/a file", "");
    const auto pythons = pythonsUnder(root());
    for (const char *there : {"venv", ".virtualenvs/triton", "miniconda3/envs/torch it's"})
        EXPECT_EQ(std::ranges::count(pythons, root() / there / "bin/python3"), 1) << there;
    EXPECT_EQ(std::ranges::count(pythons, root() / "venvs/broken/bin/python3"), 0)
        << "what cannot be executed is no interpreter";
}

TEST_F(LaunchChoicesTest, IgnoresFoldersNamedLikeAnInterpreter)
{
    std::filesystem::create_directories(root() / "venv/bin/python3");
    EXPECT_EQ(std::ranges::count(pythonsUnder(root()), root() / "venv/bin/python3"), 0);
}

TEST_F(LaunchChoicesTest, TheActiveEnvironmentComesFirstAndOnce)
{
    writePython("venv");
    writePython("active");
    const test::SetVariable named("KLOUPE_PYTHON");
    const test::SetVariable active("VIRTUAL_ENV", (root() / "active").string());
    const test::SetVariable conda("CONDA_PREFIX", (root() / "venv").string());
    const auto pythons = pythonsUnder(root());
    ASSERT_GE(pythons.size(), 2U);
    EXPECT_EQ(pythons[0], root() / "active/bin/python3");
    EXPECT_EQ(pythons[1], root() / "venv/bin/python3");
    EXPECT_EQ(std::ranges::count(pythons, pythons[1]), 1) << "it is also found in the home folder";
    const test::SetVariable own("KLOUPE_PYTHON", (root() / "venv/bin/python3").string());
    EXPECT_EQ(pythonsUnder(root()).front(), root() / "venv/bin/python3");
}

TEST_F(LaunchChoicesTest, FindsOnlyTheSearchPathWithoutAHome)
{
    writePython("path");
    const test::SetVariable named("KLOUPE_PYTHON");
    const test::SetVariable active("VIRTUAL_ENV");
    const test::SetVariable conda("CONDA_PREFIX");
    const test::SetVariable path("PATH", (root() / "path/bin").string());
    EXPECT_EQ(pythonsUnder({}), std::vector<std::filesystem::path>{root() / "path/bin/python3"});
}

TEST_F(LaunchChoicesTest, AlwaysOffersTheProcessor)
{
    const LaunchChoices choices = launchChoices();
    ASSERT_FALSE(choices.devices.empty());
    EXPECT_EQ(choices.devices.front().device, "cpu");
    EXPECT_FALSE(choices.devices.front().name.empty());
}

} // namespace loupe
