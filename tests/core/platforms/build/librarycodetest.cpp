// SPDX-License-Identifier: Apache-2.0
//
// Small scripts stand for the programs of the CUDA Toolkit.
#include "core/platforms/build/librarycode.h"

#include "core/base/files.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <gtest/gtest.h>

#include "tests/core/base/setvariable.h"

namespace loupe::test {

namespace fs = std::filesystem;

namespace {

class LibraryCode : public testing::Test
{
protected:
    void SetUp() override
    {
        auto made = TemporaryFolder::create("loupe-code");
        ASSERT_TRUE(made);
        folder.emplace(std::move(*made));
        toolchain.root = folder->path() / "cuda";
        toolchain.compiler = toolchain.root / "bin/nvcc";
        fs::create_directories(toolchain.root / "bin");
        ASSERT_TRUE(writeFileAtomic(library(), "a library"));
    }

    void writeProgram(const std::string &name, const std::string &body) const
    {
        const fs::path path = toolchain.root / "bin" / name;
        ASSERT_TRUE(writeFileAtomic(path, "#!/bin/sh\n" + body));
        fs::permissions(path, fs::perms::owner_all);
    }
    void writeUnpacker() const
    {
        writeProgram("cuobjdump",
                     "case \"$1\" in\n"
                     "-xelf) cp candidate.so a.cubin;;\n"
                     "-xptx) echo '.version 9.0' > a.ptx;;\n"
                     "-res-usage) printf ' Function k:\\n  REG:8 STACK:0 SHARED:4 LOCAL:0\\n';;\n"
                     "esac\n");
    }

    fs::path library() const { return folder->path() / "built.so"; }
    Result<std::vector<GeneratedCode>> code() const
    {
        return codeOfLibrary(library(), toolchain, SandboxMode::None, {});
    }

    std::optional<TemporaryFolder> folder;
    CudaToolchain toolchain;
};

} // namespace

TEST_F(LibraryCode, CodeOfTheLibraryIsReadWithItsUsage)
{
    writeUnpacker();
    writeProgram("nvdisasm",
                 "printf '\\t.section\\t.text.k,\"ax\",@progbits\\n'; cat \"$3\"; echo\n");
    const auto found = code();
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 2U);
    EXPECT_EQ((*found)[0],
              (GeneratedCode{
                  "k", "sass", "\t.section\t.text.k,\"ax\",@progbits\na library\n", 8, 0, 4, {}}));
    EXPECT_EQ((*found)[1], (GeneratedCode{{}, "ptx", ".version 9.0\n", {}, {}, {}, {}}));
}

TEST_F(LibraryCode, AMissingProgramIsNamed)
{
    if (!findCudaProgram("nvdisasm").empty())
        GTEST_SKIP() << "this machine has nvdisasm in " << cudaProgramPlaces;
    writeUnpacker();
    const auto found = code();
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 1U);
    EXPECT_EQ((*found)[0].note,
              "nvdisasm of the CUDA Toolkit is not beside nvcc, nor in CUDA_HOME, PATH or "
              "/usr/local/cuda/bin");
}

TEST_F(LibraryCode, ProgramsAreFoundWhereTheDoctorFindsThem)
{
    // A compiler without them, as packages of a distribution bring it.
    writeUnpacker();
    writeProgram("nvdisasm",
                 "printf '\\t.section\\t.text.k,\"ax\",@progbits\\n'; cat \"$3\"; echo\n");
    const SetVariable home("CUDA_HOME", toolchain.root.string());
    toolchain.compiler = folder->path() / "elsewhere/bin/nvcc";
    EXPECT_EQ(findCudaProgram("nvdisasm"), toolchain.root / "bin/nvdisasm");
    const auto found = code();
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 2U) << found->front().note;
    EXPECT_EQ((*found)[0].kind, "sass");
}

TEST_F(LibraryCode, ProgramsThatFailLeaveANote)
{
    for (const char *name : {"cuobjdump", "nvdisasm"})
        writeProgram(name, "exit 1\n");
    const auto found = code();
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 1U);
    EXPECT_EQ((*found)[0].note, "no machine code for a GPU was found in the library");
    EXPECT_EQ((*found)[0].text, "");
}

TEST_F(LibraryCode, DistinguishesACrashFromALibraryWithoutCode)
{
    writeProgram("cuobjdump", "kill -9 $PPID\n");
    writeProgram("nvdisasm", "exit 1\n");
    const auto found = code();
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 1U);
    EXPECT_EQ((*found)[0].note,
              "disassembling was stopped, because it crashed or took more memory or output than it "
              "may");
}

} // namespace loupe::test
