// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// Returns a new temporary file without a name, which no other process can open. Returns nothing if
/// its disk (TMPDIR) has not several times this many bytes free: the store may be there as well.
std::optional<Fd> openUnnamedFile(std::uintmax_t bytes);

/// Returns true if the disk of temporary files has several times this many bytes free.
bool hasRoomForTemporary(std::uintmax_t bytes);

} // namespace loupe
