// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/elementglimpse.h"

#include "core/base/hexadecimal.h"

#include <random>
#include <span>
#include <string>

namespace loupe {

namespace {

constexpr int most = 16;

} // namespace

ElementGlimpse ElementGlimpse::anywhere()
{
    std::random_device device;
    std::mt19937_64 random((std::uint64_t{device()} << 32) | device());
    std::uniform_real_distribution<double> all(0, 1);
    std::uniform_real_distribution<double> late(0.875, 1);
    ElementGlimpse glimpse;
    for (int i = 0; i < most; ++i)
        glimpse.places.push_back(i % 2 == 0 ? all(random) : late(random));
    return glimpse;
}

void ElementGlimpse::read(const Json &answer)
{
    seen.clear();
    if (!answer.is_array() || answer.size() > places.size())
        return;
    for (const Json &each : answer)
        seen.push_back(each.is_string() ? each.get<std::string>() : std::string());
}

bool ElementGlimpse::isSeenAgain(const Json &later) const
{
    ElementGlimpse again{places, {}};
    again.read(later);
    // A result without elements gives no bytes either time.
    return seen == again.seen && (seen.empty() || seen.size() == places.size());
}

bool ElementGlimpse::stillHolds(const TensorArena &result) const
{
    std::size_t first = 0;
    while (first < result.count() && result.spec(first).elements() == 0)
        ++first;
    if (places.empty() || first == result.count())
        return true;
    const auto elements = static_cast<std::size_t>(result.spec(first).elements());
    const std::span<const std::byte> bytes = result.bytes(first);
    const std::size_t size = bytes.size() / elements;
    if (seen.size() != places.size())
        return false;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto at = static_cast<std::size_t>(places[i] * static_cast<double>(elements));
        if (seen[i] != inHexadecimal(bytes.subspan(at * size, size)))
            return false;
    }
    return true;
}

} // namespace loupe
