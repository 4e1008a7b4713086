// SPDX-License-Identifier: Apache-2.0
//
// Tests logs of CPython 3.11 and 3.13, Triton 3.x, NVRTC, CUDA 12 and 13, GCC's sanitizers and
// compute-sanitizer. The truncated traceback is as in KernelBench-X's corpus.
#include "core/analysis/failures/errorlog.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

LoggedError causeOf(std::string_view log)
{
    const auto errors = parseErrorLog(log);
    const LoggedError *cause = firstCause(errors);
    return cause == nullptr ? LoggedError() : *cause;
}

} // namespace

TEST(ErrorLog, ReadsAPythonTracebackWithThePlaceInTheCandidate)
{
    const LoggedError cause = causeOf(
        "/opt/lib/python3.13/site-packages/torch/x.py:283: UserWarning: no numpy\n"
        "Traceback (most recent call last):\n"
        "  File \"/home/a/kernel.py\", line 154, in <module>\n"
        "    run()\n"
        "  File \"/home/a/kernel.py\", line 24, in run\n"
        "    torch.add(a, b)\n"
        "    ~~~~~~~~~^^^^^^\n"
        "  File \"/opt/lib/python3.13/site-packages/torch/functional.py\", line 9, in add\n"
        "    raise ValueError(\"Input tensor must be 1D\")\n"
        "ValueError: Input tensor must be 1D\n");
    EXPECT_EQ(cause.voice, ErrorVoice::Python);
    EXPECT_EQ(cause.diagnostic.file, "kernel.py");
    EXPECT_EQ(cause.diagnostic.line, 24);
    EXPECT_EQ(cause.diagnostic.message, "ValueError: Input tensor must be 1D");
    EXPECT_FALSE(cause.isCutOff);
}

TEST(ErrorLog, ReportsTheRootCauseOfAChainFirst)
{
    const auto errors = parseErrorLog("Traceback (most recent call last):\n"
                                      "  File \"a.py\", line 3, in f\n"
                                      "    d['x']\n"
                                      "KeyError: 'x'\n"
                                      "\n"
                                      "During handling of the above exception, another exception "
                                      "occurred:\n"
                                      "\n"
                                      "Traceback (most recent call last):\n"
                                      "  File \"a.py\", line 5, in f\n"
                                      "    raise RuntimeError('no')\n"
                                      "RuntimeError: no\n");
    ASSERT_EQ(errors.size(), 2U);
    EXPECT_EQ(errors[0].diagnostic.message, "KeyError: 'x'");
    EXPECT_TRUE(errors[0].diagnostic.isFirstCause);
    EXPECT_EQ(errors[1].diagnostic.line, 5);
    EXPECT_FALSE(errors[1].diagnostic.isFirstCause);
}

TEST(ErrorLog, ReadsTheLocationOfASyntaxError)
{
    const LoggedError cause = causeOf("Traceback (most recent call last):\n"
                                      "  File \"/x/run.py\", line 2, in <module>\n"
                                      "    import kernel\n"
                                      "  File \"/x/kernel.py\", line 7\n"
                                      "    foo(\n"
                                      "       ^\n"
                                      "SyntaxError: '(' was never closed\n");
    EXPECT_EQ(cause.diagnostic.file, "kernel.py");
    EXPECT_EQ(cause.diagnostic.line, 7);
    EXPECT_EQ(cause.diagnostic.message, "SyntaxError: '(' was never closed");
}

TEST(ErrorLog, ReadsTheLocationOfATruncatedTraceback)
{
    const LoggedError cause = causeOf(
        "Traceback (most recent call last):\n"
        "  File \"/w/gelu.py\", line 154, in <module>\n"
        "    gelu()\n"
        "  File \"/opt/lib/python3.13/site-packages/triton/compiler/compiler.py\", line 304, in c\n"
        "    module = src.make_ir(target, options)\n"
        "  File \"/opt/lib/python3.13/sit");
    EXPECT_TRUE(cause.isCutOff);
    EXPECT_EQ(cause.diagnostic.message, "a traceback that is cut off within triton/compiler");
    EXPECT_EQ(cause.diagnostic.file, "gelu.py");
    EXPECT_EQ(cause.diagnostic.line, 154);
    EXPECT_EQ(causeOf("Traceback (most recent call last):").diagnostic.message,
              "a traceback that is cut off at its start");
}

TEST(ErrorLog, ReadsTritonWithItsOwnLineAndColumn)
{
    const std::string log
        = "Traceback (most recent call last):\n"
          "  File \"/w/k.py\", line 40, in f\n"
          "    _kernel[grid](x)\n"
          "  File \"/p/site-packages/triton/compiler/compiler.py\", line 304, in compile\n"
          "    module = src.make_ir(target)\n"
          "triton.compiler.errors.CompilationError: at 12:8:\n"
          "    x = tl.load(p)\n"
          "    y = tl.tanh(x)\n"
          "        ^\n";
    const LoggedError cause = causeOf(log + "module 'triton.language' has no attribute 'tanh'\n");
    EXPECT_EQ(cause.voice, ErrorVoice::Triton);
    EXPECT_EQ(cause.diagnostic.file, "k.py");
    EXPECT_EQ(cause.diagnostic.line, 12);
    EXPECT_EQ(cause.diagnostic.column, 8);
    EXPECT_EQ(cause.diagnostic.message,
              "CompilationError: module 'triton.language' has no attribute 'tanh'");

    // If the last exception has no message, the exception before it is the cause.
    const LoggedError wordless
        = causeOf("Traceback (most recent call last):\n"
                  "  File \"/p/site-packages/triton/language/core.py\", line 34, in wrapper\n"
                  "    return fn(*args)\n"
                  "ValueError: arange's range must be a power of 2\n"
                  "\n"
                  "The above exception was the direct cause of the following exception:\n"
                  "\n"
                  + log);
    EXPECT_EQ(wordless.diagnostic.message,
              "CompilationError: ValueError: arange's range must be a power of 2");
    EXPECT_EQ(wordless.diagnostic.line, 12);
}

TEST(ErrorLog, ReadsCompilersBeforeThePythonThatStartedThem)
{
    const LoggedError cause
        = causeOf("Traceback (most recent call last):\n"
                  "  File \"/w/run.py\", line 4, in <module>\n"
                  "    load_inline()\n"
                  "RuntimeError: Error building extension 'foo': [1/2] nvcc -o main.o\n"
                  "/root/.cache/foo/cuda.cu(12): error: identifier \"eps\" is undefined\n"
                  "      x = eps;\n"
                  "1 error detected in the compilation of \"/root/.cache/foo/cuda.cu\".\n");
    EXPECT_EQ(cause.voice, ErrorVoice::Compiler);
    EXPECT_EQ(cause.diagnostic.line, 12);
    EXPECT_EQ(cause.diagnostic.message, "identifier \"eps\" is undefined");
    const LoggedError nvrtc
        = causeOf("default_program(3): error: expected a \";\"\n\n1 error detected in the "
                  "compilation of \"default_program\".\n");
    EXPECT_EQ(nvrtc.diagnostic.file, "default_program");
    EXPECT_EQ(nvrtc.diagnostic.message, "expected a \";\"");
}

TEST(ErrorLog, ReadsCudaErrorsWithThePlaceOfTheirTraceback)
{
    const LoggedError cause
        = causeOf("Traceback (most recent call last):\n"
                  "  File \"/w/model.py\", line 31, in forward\n"
                  "    torch.cuda.synchronize()\n"
                  "RuntimeError: CUDA error: an illegal memory access was encountered\n"
                  "CUDA kernel errors might be asynchronously reported\n");
    EXPECT_EQ(cause.voice, ErrorVoice::CudaRuntime);
    EXPECT_EQ(cause.diagnostic.message, "an illegal memory access was encountered");
    EXPECT_EQ(cause.diagnostic.file, "model.py");
    EXPECT_EQ(cause.diagnostic.line, 31);
}

TEST(ErrorLog, ReadsSanitizers)
{
    const LoggedError address
        = causeOf("=================================================================\n"
                  "==12==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60200000001c\n"
                  "WRITE of size 4 at 0x60200000001c thread T0\n"
                  "    #0 0x55e in loupe_kernel /w/candidate.cpp:14:9\n"
                  "    #1 0x55f in main /w/host.cpp:3\n");
    EXPECT_EQ(address.voice, ErrorVoice::Sanitizer);
    EXPECT_EQ(address.diagnostic.file, "candidate.cpp");
    EXPECT_EQ(address.diagnostic.line, 14);
    EXPECT_EQ(address.diagnostic.column, 9);

    const LoggedError undefined
        = causeOf("candidate.cpp:8:12: runtime error: signed integer overflow: 2147483647 + 1\n");
    EXPECT_EQ(undefined.voice, ErrorVoice::Sanitizer);
    EXPECT_EQ(undefined.diagnostic.line, 8);
    EXPECT_EQ(undefined.diagnostic.message, "signed integer overflow: 2147483647 + 1");

    const LoggedError device = causeOf("========= COMPUTE-SANITIZER\n"
                                       "========= Invalid __global__ write of size 4 bytes\n"
                                       "=========     at softmax(float *)+0x1a0 in softmax.cu:22\n"
                                       "=========     by thread (0,0,0) in block (1,0,0)\n");
    EXPECT_EQ(device.voice, ErrorVoice::Sanitizer);
    EXPECT_EQ(device.diagnostic.message, "Invalid __global__ write of size 4 bytes");
    EXPECT_EQ(device.diagnostic.file, "softmax.cu");
    EXPECT_EQ(device.diagnostic.line, 22);
}

TEST(ErrorLog, IgnoresWarningsAndOtherOutput)
{
    EXPECT_TRUE(parseErrorLog("/p/site-packages/torch/x.py:283: UserWarning: Failed to init\n"
                              "  cpu = _conversion_method_template()\n"
                              "a.cpp:3:4: warning: unused variable 'a'\n"
                              "loss: 0.25\n")
                    .empty());
    EXPECT_EQ(firstCause({}), nullptr);
}

} // namespace loupe
