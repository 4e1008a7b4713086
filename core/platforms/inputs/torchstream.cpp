// SPDX-License-Identifier: Apache-2.0
//
// torch's uniform numbers in blocks. The functions are compiled for several instruction sets, one
// of which is chosen at run time. Part of loupe_platforms and, with vector optimisation, of
// libkernelloupe-draws.so, which oracles load.
#include "core/platforms/inputs/torchstream.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include <sys/mman.h>

namespace loupe {

namespace {

constexpr std::size_t blockWords = TorchState::blockWords;
constexpr std::size_t middle = 397; ///< M of MT19937
constexpr float unit = 0x1p-24F;
constexpr std::uint32_t mantissa = 0xffffff;

using Block = std::array<std::uint32_t, blockWords>;

#if defined(__x86_64__)
#define LOUPE_INLINE [[gnu::always_inline]] inline
#else
#define LOUPE_INLINE inline
#endif

LOUPE_INLINE std::uint32_t mixed(std::uint32_t a, std::uint32_t b)
{
    const std::uint32_t joined = (a & 0x80000000U) | (b & 0x7fffffffU);
    return (joined >> 1) ^ ((0U - (b & 1U)) & 0x9908b0dfU);
}

/// Computes the next block. Words of `after` are read at least 227 words behind those being
/// written.
LOUPE_INLINE void advance(const std::uint32_t *__restrict before, std::uint32_t *__restrict after)
{
    constexpr std::size_t first = blockWords - middle;
    for (std::size_t k = 0; k < first; ++k)
        after[k] = before[k + middle] ^ mixed(before[k], before[k + 1]);
#pragma GCC ivdep
    for (std::size_t k = first; k < blockWords - 1; ++k)
        after[k] = after[k - first] ^ mixed(before[k], before[k + 1]);
    after[blockWords - 1] = after[middle - 1] ^ mixed(before[blockWords - 1], after[0]);
}

LOUPE_INLINE float uniformOf(std::uint32_t word)
{
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c5680U;
    word ^= (word << 15) & 0xefc60000U;
    word ^= word >> 18;
    return static_cast<float>(static_cast<std::int32_t>(word & mantissa)) * unit;
}

/// Draws from a block of which `taken` words are used, and from the following blocks.
LOUPE_INLINE void drawAll(Block &block, std::size_t &taken, float *__restrict to, std::size_t count,
                          float from, float range)
{
    alignas(64) Block other;
    std::uint32_t *current = block.data();
    std::uint32_t *next = other.data();
    const bool isUnit = from == 0.0F && range == 1.0F;
    while (count > 0) {
        if (taken == blockWords) {
            advance(current, next);
            std::swap(current, next);
            taken = 0;
        }
        const std::size_t now = std::min(blockWords - taken, count);
        const std::uint32_t *__restrict words = current + taken;
        if (isUnit) {
            for (std::size_t i = 0; i < now; ++i)
                to[i] = uniformOf(words[i]);
        } else {
            for (std::size_t i = 0; i < now; ++i)
                to[i] = __builtin_fmaf(uniformOf(words[i]), range, from);
        }
        to += now;
        count -= now;
        taken += now;
    }
    if (current != block.data())
        block = other;
}

void drawBaseline(Block &block, std::size_t &taken, float *to, std::size_t count, float from,
                  float range)
{
    drawAll(block, taken, to, count, from, range);
}

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] void drawAvx2(Block &block, std::size_t &taken, float *to,
                                          std::size_t count, float from, float range)
{
    drawAll(block, taken, to, count, from, range);
}

[[gnu::target("avx512f,avx512vl,avx512dq,avx2,fma")]] void
drawAvx512(Block &block, std::size_t &taken, float *to, std::size_t count, float from, float range)
{
    drawAll(block, taken, to, count, from, range);
}
#endif

/// Requests large pages, which make new memory faster; existing pages are unaffected.
void askForLargePages(std::span<float> to)
{
    constexpr std::uintptr_t largePage = 2U << 20;
    const auto begin = reinterpret_cast<std::uintptr_t>(to.data());
    const std::uintptr_t first = (begin + largePage - 1) / largePage * largePage;
    const std::uintptr_t last = (begin + to.size_bytes()) / largePage * largePage;
    if (first < last) // a refusal only costs time
        static_cast<void>(
            madvise(reinterpret_cast<void *>(first), last - first, MADV_HUGEPAGE)); // NOLINT
}

} // namespace

bool canDraw(DrawKind kind)
{
    if (kind == DrawKind::Baseline)
        return true;
#if defined(__x86_64__)
    const bool hasAvx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (kind == DrawKind::Avx2)
        return hasAvx2;
    return hasAvx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")
        && __builtin_cpu_supports("avx512dq");
#else
    return false;
#endif
}

DrawKind bestDrawKind()
{
    for (const DrawKind kind : {DrawKind::Avx512, DrawKind::Avx2}) {
        if (canDraw(kind))
            return kind;
    }
    return DrawKind::Baseline;
}

bool drawUniform(TorchState &state, std::span<float> to, float from, float range, DrawKind kind)
{
    if (!canDraw(kind))
        return false;
    if (to.empty())
        return true;
    askForLargePages(to);
    alignas(64) Block block;
    std::copy(std::begin(state.words), std::end(state.words), block.begin());
    std::size_t taken
        = state.left == 1 ? blockWords : std::min<std::size_t>(state.next, blockWords);
    switch (kind) {
#if defined(__x86_64__)
    case DrawKind::Avx512:
        drawAvx512(block, taken, to.data(), to.size(), from, range);
        break;
    case DrawKind::Avx2:
        drawAvx2(block, taken, to.data(), to.size(), from, range);
        break;
#endif
    default:
        drawBaseline(block, taken, to.data(), to.size(), from, range);
    }
    std::copy(block.begin(), block.end(), std::begin(state.words));
    state.next = taken;
    state.left = static_cast<std::int32_t>(blockWords + 1 - taken);
    return true;
}

} // namespace loupe

// Interface of libkernelloupe-draws.so, called by resources/worker/loupe_worker/draws.py.
extern "C" {

/// Returns the version of this interface.
[[gnu::visibility("default")]] int kloupe_draws_version()
{
    return 1;
}

/// Returns the best DrawKind as a number.
[[gnu::visibility("default")]] int kloupe_draws_best()
{
    return static_cast<int>(loupe::bestDrawKind());
}

/// Calls drawUniform() on the bytes of torch's state. Returns 1 if it drew, else 0.
[[gnu::visibility("default")]] int
kloupe_draws_uniform(int kind, void *state, float *to, std::uint64_t count, float from, float range)
{
    loupe::TorchState own;
    std::memcpy(&own, state, sizeof own);
    const bool isDone = loupe::drawUniform(own, {to, static_cast<std::size_t>(count)}, from, range,
                                           static_cast<loupe::DrawKind>(kind));
    std::memcpy(state, &own, sizeof own);
    return isDone ? 1 : 0;
}
}
