// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/evaluation.h"
#include "core/store/blobstore.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace loupe {

/// The texts of one evaluation, ready for the blob table.
struct PackedTexts {
    PackedBlob source;
    PackedBlob feedback;
    PackedBlob buildLog;
    PackedBlob runLog;
    PackedBlob originalRecord;
};

/// Hashes and compresses the texts of evaluations on another thread, in their order and some
/// hundreds ahead of what is asked for.
class TextPacker
{
public:
    /// The evaluations must outlive the packer.
    explicit TextPacker(std::span<const Evaluation> evaluations);
    TextPacker(const TextPacker &) = delete;
    TextPacker &operator=(const TextPacker &) = delete;
    ~TextPacker();

    /// The texts of the next evaluation. Not to be asked more often than there are evaluations;
    /// valid until the next call.
    const PackedTexts &next();

private:
    using Chunk = std::vector<PackedTexts>;
    void work();

    std::span<const Evaluation> m_evaluations;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Chunk> m_ready; ///< with m_mutex
    bool m_isStopped = false;  ///< with m_mutex
    Chunk m_current;
    std::size_t m_at = 0;
    std::thread m_thread;
};

} // namespace loupe
