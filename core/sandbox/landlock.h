// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

/// Landlock: what a process may do to files, by its own renunciation. Nothing but system calls, so
/// that the small program that uses it before a candidate's can be linked without libraries.
namespace loupe::landlock {

/// The oldest version with which files can still be moved between folders.
inline constexpr int oldestUsableAbi = 2;

/// From here on, signals stay within.
inline constexpr int signalAbi = 6;

/// The version that the kernel offers, asked of the kernel; 0: none.
int abi() noexcept;

/// From now on this process and all it starts may write below `writable` alone, may use devices
/// below /dev and write below /proc; may read and execute everything; may open no TCP connection
/// (ABI 4) unless it `keepsNetwork`, and send no signal to, nor use an abstract socket of, anybody
/// outside (ABI 6). Needs no_new_privs. A path that is not there is passed over. Returns 0 or an
/// errno.
int renounce(std::span<const char *const> writable, bool keepsNetwork) noexcept;

} // namespace loupe::landlock
