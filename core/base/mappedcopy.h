// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/base/sharedtext.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace loupe {

/// Copy of a large text in a temporary file without a name, from which it is mapped. Its memory can
/// be given back at any time (SharedText::giveBack). A mapping of the original file would end this
/// process if another program shortens that file.
class MappedCopy
{
public:
    /// Reserves this many bytes on the disk of temporary files (TMPDIR). Returns nothing if that
    /// has little room: the text must stay in memory then.
    static std::optional<MappedCopy> begin(std::size_t bytes);

    Status append(std::string_view piece);
    /// Returns the text. Call it once, after everything was appended.
    Result<SharedText> finish();

private:
    explicit MappedCopy(Fd fd) : m_fd(std::move(fd)) { }

    Fd m_fd;
    std::size_t m_size = 0;
};

/// Returns a new temporary file without a name, which no other process can open. Returns nothing if
/// its disk (TMPDIR) has not several times this many bytes free: the store may be there as well.
std::optional<Fd> openUnnamedFile(std::uintmax_t bytes);

/// Returns true if the disk of temporary files has several times this many bytes free.
bool hasRoomForTemporary(std::uintmax_t bytes);

} // namespace loupe
