// SPDX-License-Identifier: Apache-2.0
//
// Tests logs of g++ 12, clang 14, lld, nvcc 13.0, ninja and torch.
#include "core/analysis/failures/compilerlog.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

std::string lackIn(const char *output)
{
    const auto lack = machineLack(output);
    return lack ? lack->what : std::string();
}

} // namespace

TEST(MachineLack, namesALibraryThatTheLinkerDoesNotFind)
{
    const std::string expected = "the linker finds no library \"foo\" on this machine";
    EXPECT_EQ(lackIn("FAILED: kept.so\nc++ main.o -shared -lfoo -o kept.so\n"
                     "/usr/bin/ld: cannot find -lfoo: No such file or directory\n"
                     "collect2: error: ld returned 1 exit status\n"),
              expected);
    EXPECT_EQ(lackIn("/usr/bin/ld: cannot find -lfoo\n"), expected);
    EXPECT_EQ(lackIn("ld.lld: error: unable to find library -lfoo\n"), expected);
    EXPECT_EQ(lackIn("mold: fatal: library not found: foo\n"), expected);
    EXPECT_EQ(lackIn("/usr/bin/ld: cannot find crti.o: No such file or directory\n"),
              "the linker finds no library \"crti.o\" on this machine");
}

TEST(MachineLack, namesAHeaderOfTheSystem)
{
    EXPECT_EQ(lackIn("In file included from main.cpp:1:\n"
                     "torch/csrc/python_headers.h:12:10: fatal error: Python.h: No such file or "
                     "directory\n   12 | #include <Python.h>\n      |          ^~~~~~~~~~\n"),
              "the compiler finds no header Python.h on this machine");
    EXPECT_EQ(lackIn("main.cpp:2:10: fatal error: fftw3.h: No such file or directory\n"
                     "    2 | #include <fftw3.h>\n"),
              "the compiler finds no header fftw3.h on this machine");
    EXPECT_EQ(lackIn("main.cpp:1:10: fatal error: 'omp.h' file not found\n#include <omp.h>\n"),
              "the compiler finds no header omp.h on this machine");
    EXPECT_EQ(lackIn("a.cu(1): catastrophic error: cannot open source file \"cutlass/a.h\"\n"
                     "  #include \"cutlass/a.h\"\n"),
              "the compiler finds no header cutlass/a.h on this machine");
}

TEST(MachineLack, namesAProgram)
{
    EXPECT_EQ(lackIn("Ninja is required to load C++ extensions (pip install ninja to get it)"),
              "ninja is not on this machine");
    EXPECT_EQ(lackIn("/bin/sh: 1: g++: not found\n"), "the program g++ is not on this machine");
    EXPECT_EQ(lackIn("sh: cicc: command not found\n"),
              "the CUDA compiler (cicc) is not on this machine");
    EXPECT_EQ(lackIn("FileNotFoundError: [Errno 2] No such file or directory: '/opt/g++'\n"),
              "the program g++ is not on this machine");
    EXPECT_EQ(lackIn("g++: fatal error: cannot execute 'cc1plus': execvp: No such file or "
                     "directory\ncompilation terminated.\n"),
              "the program cc1plus is not on this machine");
    EXPECT_EQ(lackIn("collect2: fatal error: cannot find 'ld'\n"),
              "the program ld is not on this machine");
    EXPECT_EQ(lackIn("CUDA_HOME environment variable is not set. Please set it\n"),
              "the CUDA compiler (nvcc) is not on this machine");
}

TEST(MachineLack, reportsAFullDisk)
{
    EXPECT_EQ(lackIn("main.cpp:9:1: fatal error: error writing to /tmp/a.s: No space left on "
                     "device\n"),
              "the build could not write a file: No space left on device");
}

TEST(MachineLack, ignoresErrorsOfTheCandidate)
{
    EXPECT_EQ(lackIn("main.cpp:3:7: error: 'x' was not declared in this scope\n"), "");
    EXPECT_EQ(lackIn("main.cpp:1:10: fatal error: my/helper.h: No such file or directory\n"
                     "    1 | #include \"my/helper.h\"\n"),
              "")
        << "it would lie beside the candidate";
    EXPECT_EQ(lackIn("main.cpp:1:10: fatal error: torch/wrong.h: No such file or directory\n"
                     "    1 | #include <torch/wrong.h>\n"),
              "")
        << "torch is there";
    EXPECT_EQ(lackIn("main.cpp:1:2: error: #error fatal error: a.h: No such file or directory\n"),
              "");
    EXPECT_EQ(lackIn("main.cpp:3:7: error: 'x' was not declared in this scope\n"
                     "/usr/bin/ld: cannot find -lfoo\n"),
              "")
        << "it would not build on another machine";
    EXPECT_EQ(lackIn("/usr/bin/ld: main.o: undefined reference to `f'\n"), "");
    EXPECT_EQ(lackIn(""), "");
}

} // namespace loupe
