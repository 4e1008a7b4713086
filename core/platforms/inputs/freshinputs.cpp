// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/inputs/freshinputs.h"

#include "core/base/digest.h"
#include "core/platforms/inputs/generators.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace loupe {

namespace {

constexpr std::size_t runBytes = 16;
constexpr std::int64_t poolElements = std::int64_t{1} << 16;
constexpr std::int64_t renewedElements = poolElements / 8;

/// Generators that draw each element independently.
constexpr std::array<std::string_view, 8> independent{
    "normal", "spiky", "heavy_tailed", "uniform", "integers", "positive", "mask", "bits"};

/// Those of them whose numbers lie anywhere in a range, so that their last bits are arbitrary.
constexpr std::array<std::string_view, 5> continuous{"normal", "spiky", "heavy_tailed", "uniform",
                                                     "positive"};

/// Returns the bits of eight bytes of elements that never change: all except the last ones of each.
std::uint64_t keptBits(const TrialInput &input)
{
    constexpr auto all = ~std::uint64_t{0};
    if (std::ranges::find(continuous, input.generator.kind) == continuous.end())
        return all;
    switch (input.spec.dtype) {
    case DType::Float64:
    case DType::Complex128:
        return all << 24U;
    case DType::Float32:
    case DType::Complex64:
        return 0xFFFFF000FFFFF000U;
    case DType::Float16:
        return 0xFFF0FFF0FFF0FFF0U;
    case DType::BFloat16:
        return 0xFFF8FFF8FFF8FFF8U;
    default:
        return all;
    }
}

/// Returns a spec of `count` elements of the input's type.
TensorSpec elementsOf(const TrialInput &input, std::int64_t count)
{
    TensorSpec spec = input.spec;
    spec.shape = {count};
    return spec;
}

/// Fast random numbers. They may be predictable, because they only become the next call's inputs.
class QuickRandom
{
public:
    explicit QuickRandom(std::uint64_t seed) : m_state(seed) { }
    /// Returns a number below `bound`, which is below 2^32.
    std::size_t below(std::size_t bound)
    {
        m_state = m_state * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::size_t>(((m_state >> 32) * bound) >> 32);
    }

    /// Returns independent bits; the low bits of the state alone have short periods.
    std::uint64_t bits()
    {
        m_state = m_state * 6364136223846793005U + 1442695040888963407U;
        std::uint64_t mixed = (m_state ^ (m_state >> 30U)) * 0xBF58476D1CE4E5B9U;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
        return mixed ^ (mixed >> 31U);
    }

private:
    std::uint64_t m_state;
};

/// Fills `bytes` with runs from random positions of the pool, each starting at an element.
void fillFromPool(std::span<const std::byte> pool, std::size_t elementBytes, QuickRandom random,
                  std::span<std::byte> bytes)
{
    const std::size_t places = (pool.size() - runBytes) / elementBytes + 1;
    std::size_t at = 0;
    for (; at + runBytes <= bytes.size(); at += runBytes)
        std::memcpy(bytes.data() + at, pool.data() + random.below(places) * elementBytes, runBytes);
    if (at < bytes.size())
        std::memcpy(bytes.data() + at, pool.data() + random.below(places) * elementBytes,
                    bytes.size() - at);
}

/// Clears some of the low bits at random, so that runs differ from earlier ones. Elements stay in
/// range: magnitudes never grow, and zeros, powers of two and infinities are unchanged.
void takeLastBits(std::uint64_t kept, QuickRandom random, std::span<std::byte> bytes)
{
    if (~kept == 0)
        return;
    std::uint64_t word = 0;
    for (std::size_t at = 0; at + sizeof word <= bytes.size(); at += sizeof word) {
        std::memcpy(&word, bytes.data() + at, sizeof word);
        word &= kept | random.bits();
        std::memcpy(bytes.data() + at, &word, sizeof word);
    }
}

} // namespace

bool isDrawnAnew(const Generator &generator)
{
    return std::ranges::find(independent, generator.kind) == independent.end();
}

Result<FreshInputs> FreshInputs::make(const TrialSpec &trial, std::string seed)
{
    std::vector<Source> sources;
    for (std::size_t i = 0; i < trial.inputs.size(); ++i) {
        Source source{trial.inputs[i], {}};
        if (!isDrawnAnew(source.input.generator)) {
            const TensorSpec spec = elementsOf(source.input, poolElements);
            source.pool.resize(static_cast<std::size_t>(spec.bytes()));
            const std::string own = sha256Hex(seed + "/pool/" + std::to_string(i));
            if (Status drawn = drawTensor(spec, source.input.generator, own, source.pool); !drawn)
                return drawn.error();
        }
        sources.push_back(std::move(source));
    }
    return FreshInputs(std::move(sources), std::move(seed));
}

Status FreshInputs::fill(std::size_t index, std::uint64_t secret, std::span<std::byte> bytes) const
{
    const Source &source = m_sources[index];
    if (source.pool.empty()) {
        const std::string own
            = sha256Hex(m_seed + "/" + std::to_string(index) + "/" + std::to_string(secret));
        return drawTensor(source.input.spec, source.input.generator, own, bytes);
    }
    constexpr std::uint64_t spread = 0x9E3779B97F4A7C15U;
    const std::uint64_t own = secret + (index + 1) * spread;
    fillFromPool(source.pool, static_cast<std::size_t>(byteSize(source.input.spec.dtype)),
                 QuickRandom(own), bytes);
    takeLastBits(keptBits(source.input), QuickRandom(~own), bytes);
    return {};
}

Status FreshInputs::renew()
{
    const std::uint64_t part
        = m_renewals++ % static_cast<std::uint64_t>(poolElements / renewedElements);
    for (std::size_t i = 0; i < m_sources.size(); ++i) {
        Source &source = m_sources[i];
        if (source.pool.empty())
            continue;
        const TensorSpec spec = elementsOf(source.input, renewedElements);
        const auto size = static_cast<std::size_t>(spec.bytes());
        const std::string own = sha256Hex(m_seed + "/renewed/" + std::to_string(m_renewals) + "/"
                                          + std::to_string(i));
        if (Status drawn = drawTensor(spec, source.input.generator, own,
                                      std::span(source.pool).subspan(part * size, size));
            !drawn)
            return drawn;
    }
    return {};
}

} // namespace loupe
