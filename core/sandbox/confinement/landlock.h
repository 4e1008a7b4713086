// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

/// Landlock: a process restricts its own file access. Uses only system calls, so that the small
/// program that runs before a candidate links no libraries.
namespace loupe::landlock {

/// Oldest version that allows moving files between folders.
inline constexpr int oldestUsableAbi = 2;

/// First version that confines signals.
inline constexpr int signalAbi = 6;

/// Returns the version that the kernel offers; 0 if none.
int abi() noexcept;

/// Restricts this process and its descendants for good. They may write only below `writable` and
/// /proc, may use devices below /dev, and may read and execute everything. They may open no TCP
/// connection (ABI 4) unless `keepsNetwork`. They may neither signal nor use an abstract socket of
/// processes outside (ABI 6). Needs no_new_privs. Missing paths are skipped. Returns 0 or an errno.
int renounce(std::span<const char *const> writable, bool keepsNetwork) noexcept;

} // namespace loupe::landlock
