// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/channel/activityring.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe::activityring {

/// Producer's end of an activity ring, used by the injection library. Header-only, so that the
/// library links none of our code. Not thread-safe; never throws.
class Writer
{
public:
    /// Maps the ring named by the environment, if it is one of ours. Without a ring all other
    /// functions do nothing. A process forked later has no ring: its parent writes.
    bool attach() noexcept
    {
        if (m_owner == getpid())
            return m_header != nullptr;
        m_owner = getpid();
        m_header = nullptr;
        // Only the worker sets the variable, before anything else runs in the process.
        const char *text = std::getenv(descriptorVariable); // NOLINT(concurrency-mt-unsafe)
        if (text == nullptr)
            return false;
        const int descriptor = std::atoi(text);
        struct stat facts = {};
        if (descriptor <= 2 || fstat(descriptor, &facts) != 0
            || facts.st_size != static_cast<off_t>(fileBytes))
            return false;
        void *memory = mmap(nullptr, fileBytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
        if (memory == MAP_FAILED)
            return false;
        auto *header = static_cast<Header *>(memory);
        if (header->magic != magic || header->version != version) {
            munmap(memory, fileBytes);
            return false;
        }
        m_bytes = static_cast<char *>(memory);
        m_header = header;
        if (header->state == static_cast<std::uint32_t>(State::Untouched))
            setState(State::Attached);
        return true;
    }

    bool isOpen() const noexcept { return m_header != nullptr && m_owner == getpid(); }

    void setState(State state) noexcept
    {
        if (isOpen())
            std::atomic_ref(m_header->state)
                .store(static_cast<std::uint32_t>(state), std::memory_order_release);
    }
    void setCuptiVersion(std::uint32_t cuptiVersion) noexcept
    {
        if (isOpen())
            m_header->cuptiVersion = cuptiVersion;
    }
    void refuse(std::string_view reason) noexcept
    {
        if (!isOpen())
            return;
        const std::size_t length = std::min(reason.size(), sizeof m_header->reason - 1);
        std::memcpy(m_header->reason, reason.data(), length);
        m_header->reason[length] = '\0';
        setState(State::Refused);
    }

    void addDropped(std::uint64_t count) noexcept
    {
        if (isOpen())
            std::atomic_ref(m_header->dropped).fetch_add(count, std::memory_order_relaxed);
    }

    void write(const Slot &slot) noexcept
    {
        if (!isOpen())
            return;
        const std::uint64_t written = m_header->written;
        const std::uint64_t taken
            = std::atomic_ref(m_header->taken).load(std::memory_order_acquire);
        if (written - taken >= ringSlots) {
            addDropped(1);
            return;
        }
        std::memcpy(m_bytes + slotsOffset + written % ringSlots * sizeof(Slot), &slot, sizeof slot);
        std::atomic_ref(m_header->written).store(written + 1, std::memory_order_release);
    }

    /// Sets the name of `slot` to the one stored for `key`. Calls `text` for a new key; a name that
    /// no longer fits into the table stays empty.
    template <typename Text>
    void name(Slot &slot, std::string_view key, Text text) noexcept
    try {
        if (!isOpen() || key.empty())
            return;
        const std::string owned(key);
        auto known = m_names.find(owned);
        if (known == m_names.end())
            known = m_names.emplace(owned, add(text())).first;
        slot.nameOffset = known->second.offset;
        slot.nameLength = known->second.length;
    } catch (...) {
        // Out of memory: the record stays nameless.
    }
    void name(Slot &slot, std::string_view text) noexcept
    {
        name(slot, text, [text] { return std::string(text); });
    }

private:
    struct NameRange {
        std::uint32_t offset = 0;
        std::uint32_t length = 0;
    };
    NameRange add(const std::string &text) noexcept
    {
        const auto length = static_cast<std::uint32_t>(
            std::min(text.size(), static_cast<std::size_t>(maxNameLength)));
        const std::uint32_t offset = m_header->namesUsed;
        if (offset > nameBytes || nameBytes - offset < length)
            return {};
        std::memcpy(m_bytes + namesOffset + offset, text.data(), length);
        m_header->namesUsed = offset + length;
        return {offset, length};
    }

    pid_t m_owner = 0;
    char *m_bytes = nullptr;
    Header *m_header = nullptr;
    std::unordered_map<std::string, NameRange> m_names;
};

} // namespace loupe::activityring
