// SPDX-License-Identifier: Apache-2.0
//
// Tests error messages of CUDA, torch and the C library.
#include "core/records/reading/failuresigns.h"

#include <array>

#include <gtest/gtest.h>

namespace loupe {

TEST(FailureSigns, FirstMatchingSignDecides)
{
    constexpr std::array signs{FailureSign{"out of memory", Verdict::OutOfMemory},
                               FailureSign{"error", Verdict::Crashed}};
    EXPECT_EQ(failureIn("CUDA error: out of memory", signs), Verdict::OutOfMemory);
    EXPECT_EQ(failureIn("an error, then out of memory", signs), Verdict::OutOfMemory)
        << "in the list's order, not the text's";
    EXPECT_EQ(failureIn("CUDA error: misaligned address", signs), Verdict::Crashed);
    EXPECT_EQ(failureIn("Error", signs), std::nullopt) << "letters are as they are written";
    EXPECT_EQ(failureIn("", signs), std::nullopt);
    EXPECT_EQ(failureIn("error", {}), std::nullopt);
}

TEST(MachineryFaults, AreNotCandidateFailures)
{
    for (const char *text :
         {"CUDA error: no kernel image is available for execution on the device",
          "CUDA driver version is insufficient for CUDA runtime version",
          "RuntimeError: No CUDA GPUs; no CUDA-capable device is detected",
          "Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU",
          "CUDA error: CUDA-capable device(s) is/are busy or unavailable",
          "OSError: [Errno 28] No space left on device: '/tmp/x'"}) {
        const auto fault = machineryFaultIn(text, "def f(): pass\n");
        ASSERT_TRUE(fault) << text;
        EXPECT_TRUE(fault->starts_with("Recorded: ")) << *fault;
    }
}

TEST(MachineryFaults, ArchitectureChosenByTheSourceIsACandidateFailure)
{
    const char *text = "CUDA error: no kernel image is available for execution on the device";
    for (const char *source : {"load_inline(extra_cuda_cflags=['-arch=sm_70'])",
                               "os.environ['TORCH_CUDA_ARCH_LIST'] = '7.0'",
                               "'-gencode=arch=compute_70,code=sm_70'", "--gpu-architecture=sm_70"})
        EXPECT_FALSE(machineryFaultIn(text, source)) << source;
    EXPECT_TRUE(machineryFaultIn(std::string(text) + "; No space left on device",
                                 "extra_cuda_cflags=['-arch=sm_70']"))
        << "a full disk is nobody's";
}

TEST(MachineryFaults, OtherTextsAreCandidateFailures)
{
    for (const char *text : {"", "CUDA error: an illegal memory access was encountered",
                             "CUDA out of memory. Tried to allocate 2.00 GiB", "SyntaxError"})
        EXPECT_FALSE(machineryFaultIn(text, "")) << text;
}

} // namespace loupe
