// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/resultglimpse.h"

#include <algorithm>
#include <cstring>

namespace loupe {

void ResultGlimpse::choose(const TensorArena &result, std::mt19937_64 &random)
{
    m_places.clear();
    std::size_t words = 0;
    for (std::size_t i = 0; i < result.count(); ++i)
        words += (result.bytes(i).size() + sizeof(Word) - 1) / sizeof(Word);
    if (words == 0)
        return;
    std::uniform_int_distribution<std::size_t> anyWord(0, words - 1);
    while (m_places.size() < most) {
        std::size_t at = anyWord(random) * sizeof(Word);
        for (std::size_t i = 0; i < result.count(); ++i) {
            const auto bytes = result.bytes(i);
            const std::size_t whole
                = (bytes.size() + sizeof(Word) - 1) / sizeof(Word) * sizeof(Word);
            if (at < whole) {
                m_places.push_back(
                    {bytes.data() + at, std::min(sizeof(Word), bytes.size() - at), {}});
                break;
            }
            at -= whole;
        }
    }
}

void ResultGlimpse::take()
{
    for (Place &place : m_places)
        std::memcpy(place.seen.data(), place.data, place.bytes);
}

bool ResultGlimpse::stillHolds() const
{
    return std::ranges::all_of(m_places, [](const Place &place) {
        return std::memcmp(place.seen.data(), place.data, place.bytes) == 0;
    });
}

} // namespace loupe
