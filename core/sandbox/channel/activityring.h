// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// Layout of the memory through which an injected library reports GPU activity to the engine: a
/// header, the slots of a ring, a table of names. One producer (the library in a child process),
/// one consumer (the engine). Contains only integers, because the library is loaded into foreign
/// processes.
namespace loupe::activityring {

constexpr std::uint64_t magic = 0x474e495245505553; // "SUPERING"
constexpr std::uint32_t version = 1;
constexpr std::uint32_t ringSlots = 1U << 18; // 32 MB; only pages that are written take memory
constexpr std::uint32_t nameBytes = 1U << 20;
constexpr std::uint32_t maxNameLength = 4096;

/// Environment variable that holds the number of the memory's descriptor.
constexpr const char *descriptorVariable = "KLOUPE_ACTIVITY_RING";

enum class State : std::uint32_t {
    Untouched = 0, ///< no library has attached
    Attached = 1,  ///< attached, nothing is recorded yet
    Recording = 2,
    Refused = 3, ///< nothing can be recorded; `reason` says why
};

struct Header {
    std::uint64_t magic;
    std::uint32_t version;
    std::uint32_t headerBytes;
    std::uint32_t slotBytes;
    std::uint32_t slotCount;
    std::uint32_t nameBytes;
    std::uint32_t state;   ///< State
    std::uint64_t written; ///< records ever written; record i lies in slot i % slotCount
    std::uint64_t dropped; ///< records lost: no free slot, or dropped by CUPTI
    std::uint64_t taken;   ///< records read, written by the consumer
    std::uint32_t namesUsed;
    std::uint32_t cuptiVersion;
    char reason[256];
};

struct Slot {
    std::uint32_t kind; ///< ActivityKind
    std::uint32_t device;
    std::uint64_t startNs;
    std::uint64_t endNs;
    std::uint32_t stream;
    std::uint32_t correlation;
    std::uint32_t grid[3];
    std::uint32_t block[3];
    std::uint32_t registers;
    std::uint32_t staticSharedBytes;
    std::uint32_t dynamicSharedBytes;
    std::uint32_t localBytes;
    std::uint64_t bytes;
    std::uint64_t external;
    std::uint32_t nameOffset; ///< into the table of names
    std::uint32_t nameLength;
    std::uint32_t detail;
    std::uint32_t reserved[7];
};

constexpr std::size_t headerBytes = 4096;
constexpr std::size_t slotsOffset = headerBytes;
constexpr std::size_t namesOffset = slotsOffset + std::size_t{ringSlots} * sizeof(Slot);
constexpr std::size_t fileBytes = namesOffset + nameBytes;

static_assert(std::is_trivially_copyable_v<Header> && sizeof(Header) <= headerBytes);
static_assert(std::is_trivially_copyable_v<Slot> && sizeof(Slot) == 128);

} // namespace loupe::activityring
