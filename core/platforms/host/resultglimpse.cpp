// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/resultglimpse.h"

#include <algorithm>
#include <cstring>

namespace loupe {

std::vector<std::size_t> writtenTensors(const CallRange &range, std::size_t slotCount,
                                        std::size_t ofOneCall)
{
    std::vector<std::size_t> tensors;
    const std::size_t calls = std::min(range.count, slotCount);
    for (std::size_t call = 0; call < calls; ++call) {
        const std::size_t first = range.slot(call, slotCount) * ofOneCall;
        for (std::size_t tensor = 0; tensor < ofOneCall; ++tensor)
            tensors.push_back(first + tensor);
    }
    return tensors;
}

std::size_t ResultGlimpse::wordsOf(std::span<const std::byte> bytes)
{
    return (bytes.size() + sizeof(Word) - 1) / sizeof(Word);
}

void ResultGlimpse::choose(const TensorArena &results, std::span<const std::size_t> tensors,
                           std::mt19937_64 &random)
{
    m_places.clear();
    std::size_t words = 0;
    for (const std::size_t tensor : tensors)
        words += wordsOf(results.bytes(tensor));
    if (words == 0)
        return;
    std::uniform_int_distribution<std::size_t> anyWord(0, words - 1);
    std::uniform_int_distribution<std::size_t> lateWord(words - 1 - (words - 1) / 8, words - 1);
    while (m_places.size() < most) {
        std::size_t at = (m_places.size() % 2 == 0 ? anyWord(random) : lateWord(random));
        for (const std::size_t tensor : tensors) {
            const auto bytes = results.bytes(tensor);
            if (at < wordsOf(bytes)) {
                const std::size_t begin = at * sizeof(Word);
                m_places.push_back(
                    {bytes.data() + begin, std::min(sizeof(Word), bytes.size() - begin), {}});
                break;
            }
            at -= wordsOf(bytes);
        }
    }
}

void ResultGlimpse::take()
{
    for (Sample &place : m_places)
        std::memcpy(place.seen.data(), place.data, place.bytes);
}

bool ResultGlimpse::stillHolds() const
{
    return std::ranges::all_of(m_places, [](const Sample &place) {
        return std::memcmp(place.seen.data(), place.data, place.bytes) == 0;
    });
}

} // namespace loupe
