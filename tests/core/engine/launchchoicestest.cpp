// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/launchchoices.h"

#include <algorithm>

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

TEST_F(LaunchChoicesTest, EnvironmentsAreFoundWherePeopleKeepThem)
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

TEST_F(LaunchChoicesTest, ThereIsAlwaysTheProcessor)
{
    const LaunchChoices choices = launchChoices();
    ASSERT_FALSE(choices.devices.empty());
    EXPECT_EQ(choices.devices.front().device, "cpu");
    EXPECT_FALSE(choices.devices.front().name.empty());
}

} // namespace loupe
