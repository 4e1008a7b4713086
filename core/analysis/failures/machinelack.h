// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Something that this machine lacks and without which a build failed.
struct MachineLack {
    std::string what; ///< "the linker finds no library foo on this machine"
    std::string fix;  ///< instruction for the user

    std::string text() const { return what + "; " + fix; }
};

/// Returns what the machine lacks, from the output of a failed build: a build tool, a library, a
/// system header, or disk space. Returns nullopt if the output names nothing of the kind, names a
/// file of the candidate or torch, or has an error in the source first.
std::optional<MachineLack> machineLack(std::string_view buildOutput);

} // namespace loupe
