// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/values/tensorspec.h"
#include "core/sandbox/channel/channel.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace loupe {

/// Unmapped bytes before the first tensor, between tensors and after the last one.
inline constexpr std::size_t arenaGuardBytes = std::size_t{1} << 20;

/// Positions of the tensors of an arena. Pure: both sides compute the same from the same specs.
/// Every tensor has its own pages and ends at the end of its last page (rounded up to 64 bytes).
/// The first byte after it therefore belongs to an unmapped guard page.
struct ArenaLayout {
    struct Tensor {
        std::size_t pageOffset = 0; ///< of the tensor's first page in the file
        std::size_t pageBytes = 0;  ///< whole pages
        std::size_t dataOffset = 0; ///< of the data within its pages
        std::size_t dataBytes = 0;
    };
    std::vector<Tensor> places;
    std::size_t fileBytes = 0;
};
ArenaLayout arenaLayout(std::span<const TensorSpec> specs);

/// Repeated byte of the poison. As float32 it is -2.6e36, as float64 -1.2e289, as int32 -67372037:
/// unlikely results that dominate any sum.
inline constexpr std::byte poisonByte{0xFB};
inline constexpr std::uint32_t poisonPattern = 0xFBFBFBFB;

/// Tensors in anonymous shared memory (a memfd), mapped with guard pages between them.
class TensorArena
{
public:
    enum class Access { ReadOnly, ReadWrite };

    /// Creates the memory and maps it read-write.
    static Result<TensorArena> create(std::span<const TensorSpec> specs);
    /// Maps memory received from another process and populates all its pages, so that later
    /// accesses cause no page faults.
    static Result<TensorArena> map(Fd fd, std::span<const TensorSpec> specs, Access access);

    TensorArena(TensorArena &&) noexcept;
    TensorArena &operator=(TensorArena &&) noexcept;
    ~TensorArena();

    int fd() const;
    std::size_t count() const;
    const TensorSpec &spec(std::size_t i) const;
    std::span<const TensorSpec> specs() const;
    /// Returns the tensor's bytes, without slack.
    std::span<std::byte> bytes(std::size_t i);
    std::span<const std::byte> bytes(std::size_t i) const;

    /// Fills every byte of every tensor's pages, slack included, with `pattern` (see
    /// freshPoison()).
    void poison(std::uint32_t pattern = poisonPattern);
    /// Returns the index of a tensor whose slack (bytes in its pages before and after the data) no
    /// longer holds what poison() wrote, or -1.
    int damagedSlack() const;
    /// Copies tensors with the same specs from another arena, from index `first` on. Bytes that
    /// still hold the other's poison become the fixed poison pattern, which any process knows.
    void copyFrom(const TensorArena &other, std::size_t first = 0);
    /// Prevents other processes from writing it or mapping it writable. Needs Linux 5.1.
    Status sealForOthers();
    /// Prevents all processes, including this one, from writing it or mapping it writable. Busy if
    /// another process keeps a writable mapping; waits for processes that are being forked.
    Status seal();
    /// Copies the current content into new shared memory.
    Result<TensorArena> snapshot() const;

private:
    struct State;
    explicit TensorArena(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// Returns a poison pattern made from `random`: far from usual results in every floating type.
std::uint32_t freshPoison(std::uint32_t random);
/// Returns true if all bytes hold the fixed poison byte.
bool isPoisoned(std::span<const std::byte> bytes);

} // namespace loupe
