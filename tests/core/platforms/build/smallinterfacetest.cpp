// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/build/smallinterface.h"

#include "core/base/files.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

namespace loupe::test {

TEST(SmallInterfaceLibrary, DependsOnCompilerAndEnvironment)
{
    const auto folder = TemporaryFolder::create("loupe-small-key");
    ASSERT_TRUE(folder);
    PythonSettings settings;
    settings.workerFolder = folder->path() / "worker";
    PythonEnvironment environment;
    environment.version = "3.11.7";
    std::filesystem::create_directories(settings.workerFolder / "compilers/small");
    const auto write = [&](const std::string &name, const std::string &text) {
        ASSERT_TRUE(writeFileAtomic(settings.workerFolder / "compilers" / name, text));
    };
    const auto library
        = [&] { return SmallInterface(folder->path() / "cache", environment, settings).library(); };
    write("thin.py", "as it is");
    write("small/small.h", "as it is");
    const std::filesystem::path before = library();
    write("README.md", "not compiled");
    EXPECT_EQ(library(), before);
    write("small/small.h", "what candidates are compiled with");
    const std::filesystem::path after = library();
    EXPECT_NE(after, before);
    write("thin.py", "what compiles them");
    EXPECT_NE(library(), after);
    write("thin.py", "as it is");
    EXPECT_EQ(library(), after);
    environment.version = "3.12.1";
    EXPECT_NE(library(), after);
}

TEST(SmallInterfaceLibrary, ReportsAnUnwritableFolder)
{
    const auto folder = TemporaryFolder::create("loupe-small-closed");
    ASSERT_TRUE(folder);
    PythonSettings settings;
    settings.workerFolder = folder->path() / "worker";
    EXPECT_EQ(SmallInterface(folder->path() / "cache", {}, settings).whyNot(), "");
    std::filesystem::create_directories(folder->path() / "closed");
    ASSERT_TRUE(
        writeFileAtomic(folder->path() / "closed/small", "a file where a folder should be"));
    EXPECT_NE(SmallInterface(folder->path() / "closed", {}, settings).whyNot(), "");
}

} // namespace loupe::test
