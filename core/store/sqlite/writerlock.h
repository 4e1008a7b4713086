// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace loupe {

/// The right to write a store: an open-file-description lock on "<store>.lock". The kernel gives it
/// back when the process ends, however it ends. The file is removed when the lock is.
class WriterLock
{
public:
    /// Fails with Busy, naming the holder's process id, or Io when the file cannot be made.
    static Result<WriterLock> take(const std::filesystem::path &store);
    /// Whether anybody, this process included, holds it. Never takes it, not even for a moment.
    static bool isHeld(const std::filesystem::path &store);

    WriterLock(WriterLock &&other) noexcept;
    WriterLock &operator=(WriterLock &&) = delete;
    WriterLock(const WriterLock &) = delete;
    WriterLock &operator=(const WriterLock &) = delete;
    ~WriterLock();

private:
    WriterLock(int descriptor, std::filesystem::path file);
    int m_descriptor;
    std::filesystem::path m_file;
};

} // namespace loupe
