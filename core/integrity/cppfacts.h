// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Name at a line of a C++ or CUDA source.
struct CppName {
    std::string name; ///< with its qualification: "std::thread", "at::matmul"
    int line = 0;
    friend bool operator==(const CppName &, const CppName &) = default;
};

/// Facts of a C++ or CUDA source, read token by token. Comments, the contents of strings and lines
/// disabled by the preprocessor (`#if 0`) are not code. Macros are not expanded and included files
/// not read.
struct CppFacts {
    std::vector<CppName> kernels;   ///< functions marked __global__
    std::vector<CppName> launches;  ///< `name<<<` and names passed to cudaLaunchKernel
    std::vector<CppName> names;     ///< every name that is called, constructed or used as a type;
                                    ///< ".name" for a member, "exit[failed]" if it ends an error
                                    ///< check
    std::vector<CppName> foreign;   ///< of `names`, those that are not members and not declared by
                                    ///< the source: `exit` of the C library, no member `exit`
    std::vector<CppName> halfTypes; ///< CUDA's `half` and `half2`, where they are types
    std::vector<CppName> statics;   ///< type of each `static` or `thread_local` that is not const
    std::vector<CppName> returnedStatics; ///< of `statics`, those that a return statement names
    std::vector<CppName> labels;    ///< symbols that a declaration is bound to by `asm("…")`
    std::vector<CppName> assembler; ///< texts of assembler statements
    std::vector<CppName> texts;     ///< string literals, adjacent ones as one
    std::vector<CppName> includes;
};

CppFacts cppFacts(std::string_view source);

} // namespace loupe
