// SPDX-License-Identifier: Apache-2.0
//
// Uses a fake nvcc with the output of a real one (CUDA 13.0).
#include "core/base/files.h"
#include "core/platforms/build/cudabuild.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <gtest/gtest.h>

#include "tests/core/base/setvariable.h"

namespace loupe::test {

namespace fs = std::filesystem;

namespace {

class CudaToolchainTest : public testing::Test
{
protected:
    void SetUp() override
    {
        auto made = TemporaryFolder::create("loupe-cuda");
        ASSERT_TRUE(made);
        folder.emplace(std::move(*made));
    }

    void writeProgram(const fs::path &path, const std::string &body) const
    {
        fs::create_directories(path.parent_path());
        ASSERT_TRUE(writeFileAtomic(path, "#!/bin/sh\n" + body));
        fs::permissions(path, fs::perms::owner_all);
    }

    /// Makes a toolkit below `name` whose nvcc supports these architectures.
    fs::path writeToolkit(const std::string &name, const std::string &architectures) const
    {
        const fs::path bin = folder->path() / name / "bin";
        writeProgram(bin / "nvcc",
                     "case \"$1\" in\n"
                     "--version) echo 'nvcc: NVIDIA (R) Cuda compiler driver'\n"
                     "  echo 'Cuda compilation tools, release 13.0, V13.0.88';;\n"
                     "--dryrun) echo '#$ _SPACE_= '; echo '#$ _HERE_="
                         + bin.string() + "';;\n" + "--list-gpu-code) printf '" + architectures
                         + "';;\nesac\n");
        return folder->path() / name;
    }

    static fs::path abi() { return fs::path(LOUPE_SOURCE_DIR) / "tasks/abi"; }

    std::optional<TemporaryFolder> folder;
};

} // namespace

TEST_F(CudaToolchainTest, FindsTheProgramBehindTheScriptOfComputeSanitizer)
{
    const fs::path toolkit = writeToolkit("toolkit", "sm_90");
    const SetVariable home("CUDA_HOME", toolkit.string());
    writeProgram(toolkit / "bin/compute-sanitizer", "exit 0");
    auto found = findSanitizer();
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_EQ(*found, fs::canonical(toolkit / "bin/compute-sanitizer"));
    writeProgram(toolkit / "compute-sanitizer/compute-sanitizer", "exit 0");
    found = findSanitizer();
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_EQ(*found, fs::canonical(toolkit) / "compute-sanitizer/compute-sanitizer");
}

TEST_F(CudaToolchainTest, UsesCudaHomeAndTheDeviceArchitecture)
{
    const fs::path toolkit = writeToolkit("toolkit", "sm_80\\nsm_90\\n");
    const SetVariable home("CUDA_HOME", toolkit.string());
    const auto found = findCudaToolchain(abi(), "9.0");
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_EQ(found->compiler, toolkit / "bin/nvcc");
    EXPECT_EQ(found->root, toolkit);
    EXPECT_EQ(found->version, "13.0.88");
    EXPECT_EQ(found->architecture, "sm_90");
    EXPECT_EQ(std::count(found->flags.begin(), found->flags.end(), "-arch=sm_90"), 1);
}

TEST_F(CudaToolchainTest, FollowsAWrapperScriptOfNvcc)
{
    const fs::path toolkit = writeToolkit("toolkit", "sm_90\\n");
    const fs::path script = folder->path() / "elsewhere/nvcc";
    writeProgram(script, "exec " + (toolkit / "bin/nvcc").string() + " \"$@\"\n");
    const SetVariable home("CUDA_HOME", "");
    const SetVariable path("PATH", script.parent_path().string() + ":/usr/bin:/bin");
    const auto compiler = findCudaCompiler();
    ASSERT_TRUE(compiler);
    EXPECT_EQ(*compiler, script);
    const auto found = findCudaToolchain(abi(), "9.0");
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_EQ(found->root, toolkit);
}

TEST_F(CudaToolchainTest, ReportsMissingPartsWithTheirFix)
{
    const SetVariable home("CUDA_HOME", (folder->path() / "nothing").string());
    const auto absent = findCudaCompiler();
    ASSERT_FALSE(absent);
    EXPECT_EQ(absent.error().code, Errc::Environment);
    EXPECT_EQ(absent.error().where, (folder->path() / "nothing").string());
    EXPECT_NE(absent.error().hint.find("CUDA Toolkit"), std::string::npos);
}

TEST(CudaExtensions, AreBuiltWithNvccWhereverTheCandidateRuns)
{
    const std::string loads = "from torch.utils.cpp_extension import load, load_inline\n";
    EXPECT_TRUE(needsCudaCompiler(loads + "load_inline(name='own', cuda_sources=source)"));
    EXPECT_TRUE(needsCudaCompiler(loads + "load(name='own', sources=['own.cpp', 'own.cu'])"));
    EXPECT_FALSE(needsCudaCompiler(loads + "load_inline(name='own', cpp_sources=source)"));
    EXPECT_FALSE(needsCudaCompiler("cuda_sources = 'text of a Triton kernel'"));
    EXPECT_FALSE(needsCudaCompiler(loads
                                   + "own = None\nif torch.cuda.is_available():\n"
                                     "    own = load_inline(name='own', cuda_sources=source)"))
        << "it does without where there is no GPU";
}

TEST_F(CudaToolchainTest, RefusesAnUnsupportedDevice)
{
    // sm_100 must not match sm_10.
    const SetVariable home("CUDA_HOME", writeToolkit("old", "sm_80\\nsm_100\\n").string());
    for (const char *capability : {"9.0", "1.0"}) {
        const auto old = findCudaToolchain(abi(), capability);
        ASSERT_FALSE(old);
        EXPECT_EQ(old.error().code, Errc::Environment);
        EXPECT_NE(old.error().message.find("13.0.88 does not compile for this GPU"),
                  std::string::npos);
    }
}

TEST_F(CudaToolchainTest, RefusesAnInterfaceWithoutItsHeaders)
{
    const SetVariable home("CUDA_HOME", writeToolkit("toolkit", "sm_90\\n").string());
    const auto found = findCudaToolchain(folder->path(), "9.0");
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, Errc::NotFound);
}

} // namespace loupe::test
