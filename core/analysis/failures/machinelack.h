// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Something that this machine does not have and without which a build failed.
struct MachineLack {
    std::string what; ///< "the linker finds no library foo on this machine"
    std::string fix;  ///< what to do about it

    std::string text() const { return what + "; " + fix; }
};

/// Returns what the machine lacks by the output of a failed build: ninja, a compiler or one of its
/// parts, a library, a system header, space on the disk. Nothing where the output names nothing of
/// the kind, a file that belongs to the candidate or to torch, or an error in the source first.
/// Pure.
std::optional<MachineLack> machineLack(std::string_view buildOutput);

} // namespace loupe
