// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/programs.h"

#include "tests/core/base/setvariable.h"
#include "tests/core/suites/taskfixture.h"

namespace loupe::test {

namespace fs = std::filesystem;

namespace {

class Programs : public FolderTest
{
protected:
    fs::path writeProgram(const std::string &name, fs::perms mode = fs::perms::owner_all) const
    {
        write(name, "#!/bin/sh\n");
        fs::permissions(root() / name, mode);
        return root() / name;
    }
    std::string folder(const std::string &name) const { return (root() / name).string(); }
};

} // namespace

TEST_F(Programs, TheFirstOfTheSearchPathIsFound)
{
    writeProgram("b/tool");
    const SetVariable path("PATH", folder("a") + ":" + folder("none") + ":" + folder("b"));
    EXPECT_EQ(findInPath("tool"), root() / "b/tool");
    writeProgram("a/tool");
    EXPECT_EQ(findInPath("tool"), root() / "a/tool");
    EXPECT_TRUE(findInPath("other").empty());
}

TEST_F(Programs, IgnoresFilesThatAreNotExecutable)
{
    writeProgram("a/tool", fs::perms::owner_read);
    fs::create_directories(root() / "b/tool");
    const SetVariable path("PATH", folder("a") + ":" + folder("b"));
    EXPECT_TRUE(findInPath("tool").empty()) << "neither a file without leave nor a folder";
    writeProgram("c/tool");
    const SetVariable longer("PATH", folder("b") + ":" + folder("c"));
    EXPECT_EQ(findInPath("tool"), root() / "c/tool");
}

TEST_F(Programs, FindsNothingWithoutASearchPath)
{
    const SetVariable path("PATH");
    const SetVariable named("KLOUPE_PYTHON");
    EXPECT_TRUE(findInPath("sh").empty());
    const auto python = findPython({});
    ASSERT_FALSE(python);
    EXPECT_EQ(python.error().code, Errc::Environment);
    EXPECT_NE(python.error().hint.find("--python"), std::string::npos);
}

TEST_F(Programs, PrefersOptionThenVariableThenSearchPathForPython)
{
    writeProgram("path/python3");
    const SetVariable path("PATH", folder("path"));
    const SetVariable none("KLOUPE_PYTHON");
    EXPECT_EQ(*findPython({}), root() / "path/python3");
    const SetVariable named("KLOUPE_PYTHON", folder("venv/bin/python3"));
    EXPECT_EQ(*findPython({}), root() / "venv/bin/python3");
    EXPECT_EQ(*findPython(root() / "asked"), root() / "asked");
    EXPECT_TRUE(findPython("relative/python3")->is_absolute());
}

TEST_F(Programs, ALinkOfAVirtualEnvironmentIsNotFollowed)
{
    writeProgram("real/python3");
    fs::create_directories(root() / "venv");
    fs::create_symlink(root() / "real/python3", root() / "venv/python3");
    EXPECT_EQ(*findPython(root() / "venv/python3"), root() / "venv/python3");
}

TEST_F(Programs, FindsHelpersInOneFolderAndCreatesTheCache)
{
    const SetVariable programs("KLOUPE_PROGRAMS", folder("bin"));
    const SetVariable cache("KLOUPE_CACHE", folder("cache/of mine"));
    const auto missing = findPrograms();
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().message, "kloupe-host is missing");
    EXPECT_EQ(missing.error().where, folder("bin/kloupe-host"));
    writeProgram("bin/kloupe-host");
    EXPECT_EQ(findPrograms().error().message, "kloupe-judge is missing");
    writeProgram("bin/kloupe-judge");
    const auto found = findPrograms();
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_EQ(found->host, root() / "bin/kloupe-host");
    EXPECT_EQ(found->cache, root() / "cache/of mine");
    EXPECT_TRUE(fs::is_directory(found->cache));
}

// XDG Base Directory Specification: $XDG_CACHE_HOME, else $HOME/.cache; relative paths are invalid.
TEST_F(Programs, CacheFollowsXdgFolders)
{
    writeProgram("bin/kloupe-host");
    writeProgram("bin/kloupe-judge");
    const SetVariable programs("KLOUPE_PROGRAMS", folder("bin"));
    const SetVariable own("KLOUPE_CACHE");
    const SetVariable home("HOME", folder("home"));
    {
        const SetVariable xdg("XDG_CACHE_HOME", folder("xdg"));
        EXPECT_EQ(findPrograms()->cache, root() / "xdg/kernelloupe");
    }
    const SetVariable xdg("XDG_CACHE_HOME");
    EXPECT_EQ(findPrograms()->cache, root() / "home/.cache/kernelloupe");
    const SetVariable homeless("HOME");
    EXPECT_EQ(findPrograms().error().where, "KLOUPE_CACHE") << "nobody says where";
    const SetVariable relative("KLOUPE_CACHE", "cache");
    EXPECT_EQ(findPrograms().error().code, Errc::InvalidInput);
}

TEST_F(Programs, ReportsAnUnwritableCache)
{
    writeProgram("bin/kloupe-host");
    writeProgram("bin/kloupe-judge");
    write("file", "");
    const SetVariable programs("KLOUPE_PROGRAMS", folder("bin"));
    const SetVariable cache("KLOUPE_CACHE", folder("file/cache"));
    const auto found = findPrograms();
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, Errc::Io);
    EXPECT_EQ(found.error().where, folder("file/cache"));
}

TEST_F(Programs, FindsTheInjectionLibraryNextToProgramsOrInLib)
{
    const ProgramPaths programs{root() / "bin/kloupe-host", root() / "bin/kloupe-judge", {}};
    EXPECT_TRUE(findInjection(programs).empty());
    write("lib/kernelloupe/libkernelloupe-injection.so", "");
    EXPECT_EQ(findInjection(programs),
              fs::canonical(root()) / "lib/kernelloupe/libkernelloupe-injection.so");
    write("bin/libkernelloupe-injection.so", "");
    EXPECT_EQ(findInjection(programs), fs::canonical(root()) / "bin/libkernelloupe-injection.so");
    EXPECT_TRUE(findDraws(programs).empty()) << "another library";
}

TEST_F(Programs, SuiteHeaderTakesPrecedenceOverTheShippedOne)
{
    const auto shipped = findAbi(root() / "suite");
    ASSERT_TRUE(shipped) << shipped.error().text();
    EXPECT_TRUE(fs::exists(*shipped / "loupe_kernel.h"));
    write("suite/abi/loupe_kernel.h", "");
    EXPECT_EQ(*findAbi(root() / "suite"), root() / "suite/abi");
    EXPECT_TRUE(fs::is_directory(*findNativeSuite()));
    EXPECT_TRUE(fs::exists(*findWorker() / "__main__.py"));
}

} // namespace loupe::test
