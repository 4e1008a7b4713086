// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A name at a line of a C++ or CUDA source.
struct CppName {
    std::string name; ///< with its qualification: "std::thread", "at::matmul"
    int line = 0;
    friend bool operator==(const CppName &, const CppName &) = default;
};

/// What a C++ or CUDA source says, read token by token: comments and the insides of strings are no
/// code, and lines that the preprocessor leaves out (`#if 0`) are none either. Macros are not
/// expanded and included files not read.
struct CppFacts {
    std::vector<CppName> kernels;  ///< functions marked __global__
    std::vector<CppName> launches; ///< `name<<<` and names passed to cudaLaunchKernel
    std::vector<CppName> names;    ///< every name that is called, constructed or used as a type;
                                   ///< ".name" for a member of something, "exit[failed]" where
                                   ///< that ends an error check
    std::vector<CppName> foreign;  ///< of `names`, what is no member and nothing that the source
                                   ///< declares itself: `exit` of the C library, no member `exit`
    std::vector<CppName> statics;  ///< type of each `static` or `thread_local` that is not const
    std::vector<CppName> returnedStatics; ///< of `statics`, those that a return statement names
    std::vector<CppName> labels;    ///< symbols that a declaration is bound to by `asm("…")`
    std::vector<CppName> assembler; ///< texts of assembler statements
    std::vector<CppName> texts;     ///< string literals
    std::vector<CppName> includes;
};

CppFacts cppFacts(std::string_view source);

} // namespace loupe
