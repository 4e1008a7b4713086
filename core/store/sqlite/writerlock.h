// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace loupe {

/// Exclusive right to write a store: an open-file-description lock on "<store>.lock". The kernel
/// releases it when the process ends for any reason. The destructor removes the file.
class WriterLock
{
public:
    /// Fails with Busy and the holder's process id, or with Io if the file cannot be created.
    static Result<WriterLock> take(const std::filesystem::path &store);
    /// Returns true if any process holds it, including this one. Never takes it, not even briefly.
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
