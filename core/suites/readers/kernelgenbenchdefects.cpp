// SPDX-License-Identifier: Apache-2.0
#include "core/suites/layout/layoutreader.h"

#include <array>

namespace loupe {

namespace {

constexpr const char *brokenTest
    = "the suite's own test ends in a NameError: no candidate can pass";
constexpr const char *brokenReference
    = "the suite's reference stage ends in an error: no candidate can pass";

/// The reference leaves cuBLAS in the mode that reads scalars from the GPU's memory.
constexpr const char *scalarsOfHost
    = "the suite's reference hands cuBLAS addresses of the host where it takes the GPU's: an "
      "illegal memory access where the GPU cannot read the host's memory";

/// From the specification, section 9 (tree b1966bc). Operators without tests are detected when the
/// suite is read.
constexpr std::array kernelGenBenchTable{
    KnownDefect{"aten::bmm", true, brokenTest},
    KnownDefect{"aten::cumsum", true, brokenTest},
    KnownDefect{"aten::embedding", true, brokenTest},
    KnownDefect{"aten::mm", true, brokenTest},
    KnownDefect{
        "aten::div_", true,
        "the suite's test of the truncating form ends in a NameError: no candidate can pass"},
    KnownDefect{
        "aten::index_put_", true,
        "the suite's test of the accumulating form ends in a NameError: no candidate can pass"},
    KnownDefect{"aten::index", true, brokenReference},
    KnownDefect{"aten::pow", true, brokenReference},
    KnownDefect{"cublas::cublasCdotu_v2", false, scalarsOfHost},
    KnownDefect{"cublas::cublasCgemv_v2", false, scalarsOfHost},
    KnownDefect{"cublas::cublasDasum_v2", false, scalarsOfHost},
    KnownDefect{"cublas::cublasDgemv_v2", false, scalarsOfHost},
    KnownDefect{"cublas::cublasSdot_v2", false, scalarsOfHost},
    KnownDefect{"cublas::cublasZdotc_v2", false, scalarsOfHost},
};

} // namespace

std::span<const KnownDefect> kernelGenBenchDefects()
{
    return kernelGenBenchTable;
}

} // namespace loupe
