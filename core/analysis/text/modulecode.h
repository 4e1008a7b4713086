// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device/generatedcode.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Texts of one library with code for a GPU, as the programs of the CUDA Toolkit print them.
struct ModuleTexts {
    std::string ptx;         ///< of the whole library
    std::string disassembly; ///< output of "nvdisasm -c -gi" for all its kernels
    std::string usage;       ///< output of "cuobjdump -res-usage"
    std::string readable;    ///< `usage` with demangled names, line by line; empty: there is none
    std::string note;        ///< why texts are missing; else empty
};

/// Returns the machine code kernel by kernel with its readable name and its use of registers and
/// memory, then the PTX of the whole library and the note.
std::vector<GeneratedCode> codeOfModule(const ModuleTexts &texts);

/// Returns the function whose code begins with this line of a disassembly, as in
/// ".section .text.NAME,"ax",@progbits"; empty if none does.
std::string_view functionBegunBy(std::string_view line);

inline constexpr std::size_t maxGeneratedText = std::size_t{4} << 20;    ///< bytes
inline constexpr std::size_t maxGeneratedTexts = std::size_t{8} << 20;   ///< bytes, of all texts
inline constexpr std::size_t maxGeneratedEntries = std::size_t{6} << 10; ///< number of entries

/// Limits texts of an untrusted process: cuts long ones and drops those beyond the sum, each with a
/// note. Removes entries of unknown kinds and numbers below 0.
std::vector<GeneratedCode> boundedCode(std::vector<GeneratedCode> entries);

} // namespace loupe
