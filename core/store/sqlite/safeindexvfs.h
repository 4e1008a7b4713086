// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace loupe {

/// Returns the name of a VFS for sqlite3_open_v2; null if none could be registered. It is SQLite's
/// own, but allocates the disk space of a write-ahead log's index ("-shm") before SQLite writes
/// into its memory. On a full disk, the call fails with SQLITE_FULL, where SQLite alone would be
/// killed by SIGBUS.
const char *safeIndexVfs();

} // namespace loupe
