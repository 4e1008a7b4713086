// SPDX-License-Identifier: Apache-2.0
#include "core/store/packedtexts.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t chunkSize = 128; ///< evaluations
constexpr std::size_t mostReady = 8;   ///< chunks

PackedTexts packTexts(const Evaluation &evaluation)
{
    return {packBlob(evaluation.candidate.source), packBlob(evaluation.candidate.feedback),
            packBlob(evaluation.buildLog), packBlob(evaluation.runLog),
            packBlob(evaluation.originalRecord)};
}

} // namespace

TextPacker::TextPacker(std::span<const Evaluation> evaluations)
    : m_evaluations(evaluations)
    , m_thread([this] { work(); })
{
}

TextPacker::~TextPacker()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isStopped = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

const PackedTexts &TextPacker::next()
{
    if (m_at == m_current.size()) {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return !m_ready.empty(); });
        m_current = std::move(m_ready.front());
        m_ready.pop_front();
        m_at = 0;
        lock.unlock();
        m_changed.notify_all();
    }
    return m_current[m_at++];
}

void TextPacker::work()
{
    for (std::size_t begin = 0; begin < m_evaluations.size(); begin += chunkSize) {
        Chunk chunk;
        const std::size_t end = std::min(begin + chunkSize, m_evaluations.size());
        for (std::size_t i = begin; i < end; ++i)
            chunk.push_back(packTexts(m_evaluations[i]));
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_isStopped || m_ready.size() < mostReady; });
        if (m_isStopped)
            return;
        m_ready.push_back(std::move(chunk));
        lock.unlock();
        m_changed.notify_all();
    }
}

} // namespace loupe
