// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"

#include <cstdlib>
#include <filesystem>

#include "tests/core/platforms/python/pythonfixture.h"

namespace loupe::test {

namespace {

namespace fs = std::filesystem;

/// Writes a program that prints these facts in place of a Python.
fs::path fakePython(const TemporaryFolder &folder, const std::string &facts)
{
    const fs::path path = folder.path() / "python";
    EXPECT_TRUE(writeFileAtomic(path, "#!/bin/sh\necho 'loupe-facts:" + facts + "'\n"));
    fs::permissions(path, fs::perms::owner_all);
    return path;
}

/// Makes an environment of Debian's Python with a torch that cannot be imported. `build`: the end
/// of its version.py.
fs::path pythonWithTorch(const fs::path &folder, const std::string &build)
{
    const std::string make = "/usr/bin/python3 -m venv --without-pip '" + folder.string()
        + "' && cd '" + folder.string()
        + "'/lib/python3*/site-packages && mkdir torch-2.13.0.dist-info"
          " && echo 'Name: torch\nVersion: 2.13.0' > torch-2.13.0.dist-info/METADATA"
          " && mkdir torch && echo 'raise OSError(\"imported\")' > torch/__init__.py"
          " && /usr/bin/python3 -m compileall -q torch";
    EXPECT_EQ(std::system(make.c_str()), 0);
    const fs::path file = folder / "version.py";
    EXPECT_TRUE(writeFileAtomic(file, "__version__ = '2.13.0'\n" + build));
    const std::string place = "cd '" + folder.string() + "' && mv version.py lib/python3*/*/torch/";
    EXPECT_EQ(std::system(place.c_str()), 0);
    return folder / "bin/python";
}

} // namespace

class PythonEnvironment : public PythonTest
{
};

TEST_F(PythonEnvironment, DescribesTheInterpreter)
{
    std::string whyNot;
    const loupe::PythonEnvironment &python = *testPython(whyNot);
    EXPECT_TRUE(python.version.starts_with("3.")) << python.version;
    EXPECT_TRUE(python.packages.contains("torch"));
    EXPECT_EQ(python.hasCuda, !python.devices.empty());
    EXPECT_FALSE(python.roots.empty());
    for (const fs::path &root : python.roots)
        EXPECT_TRUE(fs::is_directory(root)) << root;
}

// Refusing a Python needs no torch.
TEST(PythonEnvironmentErrors, HaveAHint)
{
    auto folder = TemporaryFolder::create("kloupe-test");
    ASSERT_TRUE(folder);
    const auto missing = inspectPython(folder->path() / "nothing", {});
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, Errc::NotFound);
    const auto directory = inspectPython(folder->path(), {});
    ASSERT_FALSE(directory);
    EXPECT_EQ(directory.error().code, Errc::InvalidInput);
    const auto shell = inspectPython("/bin/sh", {});
    ASSERT_FALSE(shell);
    EXPECT_EQ(shell.error().code, Errc::InvalidInput);
    EXPECT_NE(shell.error().message.find("not a Python"), std::string::npos);

    const auto old = inspectPython(fakePython(*folder, R"({"version":"3.8.18"})"), {});
    ASSERT_FALSE(old);
    EXPECT_EQ(old.error().code, Errc::InvalidInput);
    EXPECT_NE(old.error().message.find("3.8.18"), std::string::npos);

    const auto bare
        = inspectPython(fakePython(*folder,
                                   R"({"version":"3.11.2","packages":{"numpy":"2"},"devices":[],)"
                                   R"("roots":[],"torch_error":"OSError: libtorch.so"})"),
                        {});
    ASSERT_FALSE(bare);
    EXPECT_EQ(bare.error().code, Errc::Environment);
    EXPECT_NE(bare.error().hint.find("-m pip install torch"), std::string::npos);
    EXPECT_EQ(bare.error().detail, "OSError: libtorch.so");

    const auto strange
        = inspectPython(fakePython(*folder, R"({"version":"3.11.2","packages":7})"), {});
    ASSERT_FALSE(strange);
    EXPECT_EQ(strange.error().code, Errc::InvalidInput);
}

// Importing torch takes seconds, and its version.py says that a build for processors has no device.
TEST(PythonEnvironmentErrors, ATorchForProcessorsIsNotImported)
{
    auto folder = TemporaryFolder::create("kloupe-test");
    ASSERT_TRUE(folder);
    const std::string none = "cuda = None\nhip = None\n";
    const auto plain = inspectPython(pythonWithTorch(folder->path() / "plain", none), {},
                                     folder->path() / "bytecode");
    ASSERT_TRUE(plain) << plain.error().text();
    EXPECT_EQ(plain->torchBuild, "cpu");
    EXPECT_EQ(plain->packages.at("torch"), "2.13.0");
    EXPECT_FALSE(plain->hasCuda);
    EXPECT_TRUE(plain->bytecode.empty());
    for (const char *other : {"hip = '6.4'\n", "xpu = '2025.3'\n"}) {
        const auto seen
            = inspectPython(pythonWithTorch(folder->path() / std::string(other, 3), none + other),
                            {}, folder->path() / "bytecode");
        ASSERT_FALSE(seen) << other;
        EXPECT_EQ(seen.error().detail, "OSError: imported") << other;
    }
}

TEST(PythonEnvironmentErrors, MountsNestedFoldersOnce)
{
    auto folder = TemporaryFolder::create("kloupe-test");
    ASSERT_TRUE(folder);
    const auto found = inspectPython(
        fakePython(*folder,
                   R"({"version":"3.11.2","packages":{"torch":"2.13.0"},)"
                   R"("devices":["H200"],"roots":["/","/opt/p","/opt/p/lib","/opt/pq",)"
                   R"("/usr/lib/python3"]})"),
        {});
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_EQ(found->roots, (std::vector<fs::path>{"/opt/p", "/opt/pq"}));
    EXPECT_TRUE(found->hasCuda);
}

} // namespace loupe::test
