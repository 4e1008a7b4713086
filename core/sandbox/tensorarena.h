// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/tensorspec.h"
#include "core/sandbox/channel.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace loupe {

/// Unmapped bytes before the first tensor, between tensors and behind the last one.
inline constexpr std::size_t arenaGuardBytes = std::size_t{1} << 20;

/// Where each tensor of an arena lies. Pure: both sides compute the same from the same specs.
/// Every tensor has pages of its own and ends at the end of its last page (rounded up to 64 bytes),
/// so that the first byte behind it belongs to an unmapped guard page.
struct ArenaLayout {
    struct Place {
        std::size_t pageOffset = 0; ///< of the tensor's first page in the file
        std::size_t pageBytes = 0;  ///< whole pages
        std::size_t dataOffset = 0; ///< of the data within its pages
        std::size_t dataBytes = 0;
    };
    std::vector<Place> places;
    std::size_t fileBytes = 0;
};
ArenaLayout arenaLayout(std::span<const TensorSpec> specs);

/// The byte the poison repeats: as float32 -2.6e36, as float64 -1.2e289, as int32 -67372037: values
/// nobody computes by accident, and which spread into whatever is added to them.
inline constexpr std::byte poisonByte{0xFB};
inline constexpr std::uint32_t poisonPattern = 0xFBFBFBFB;

/// Tensors in anonymous shared memory (a memfd), mapped with guard pages between them.
class TensorArena
{
public:
    enum class Access { ReadOnly, ReadWrite };

    /// Creates the memory, mapped read-write here.
    static Result<TensorArena> create(std::span<const TensorSpec> specs);
    /// Maps memory received from another process, all of it at once: later no access finds a page
    /// that is not there yet.
    static Result<TensorArena> map(Fd fd, std::span<const TensorSpec> specs, Access access);

    TensorArena(TensorArena &&) noexcept;
    TensorArena &operator=(TensorArena &&) noexcept;
    ~TensorArena();

    int fd() const;
    std::size_t count() const;
    const TensorSpec &spec(std::size_t i) const;
    std::span<const TensorSpec> specs() const;
    /// The tensor's bytes, without slack.
    std::span<std::byte> bytes(std::size_t i);
    std::span<const std::byte> bytes(std::size_t i) const;

    /// Fills every byte of every tensor's pages, slack included, with the poison pattern, or with
    /// another one (freshPoison()).
    void poison(std::uint32_t pattern = poisonPattern);
    /// Index of a tensor whose slack (the bytes in its pages before and behind the data) no longer
    /// holds what poison() wrote, or -1.
    int damagedSlack() const;
    /// Takes over tensors of the same specs of another arena, from its `first` one on. What still
    /// holds its poison becomes the poison pattern, for whoever does not know the other.
    void copyFrom(const TensorArena &other, std::size_t first = 0);
    /// From now on nobody but this process can write it or map it writable. Needs Linux 5.1.
    Status sealForOthers();
    /// From now on nobody, this process included, can write or map it writable. Busy when somebody
    /// else maps it so, and goes on to; a process that is just being forked is waited for.
    Status seal();
    /// A private copy of the current content in new shared memory.
    Result<TensorArena> snapshot() const;

private:
    struct State;
    explicit TensorArena(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// Another pattern of its kind: far from what kernels compute in every floating type.
std::uint32_t freshPoison(std::uint32_t random);
/// Whether the bytes hold the poison and nothing else.
bool isPoisoned(std::span<const std::byte> bytes);

} // namespace loupe
