// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/platforms/host/callline.h"
#include "core/sandbox/channel/channel.h"

#include <atomic>
#include <cstdint>

namespace loupe {

enum class HostStage : std::uint32_t { NotStarted, Loading, Waiting, Calling, Answering };

/// Meaning of the address of a fault.
enum class HostFault : std::uint32_t {
    Elsewhere,
    BesideTensor, ///< in the unmapped bytes before or after a tensor
    WroteInput,
    StackOverflow,
};

/// Page that kloupe-host shares with the engine and that survives its death. The candidate can
/// write to it, too, so its content may only worsen a verdict.
struct HostStatus {
    static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

    std::atomic<std::uint32_t> stage{0}; ///< HostStage
    std::atomic<std::int32_t> signal{0}; ///< signal that ends the process; 0 = none
    std::atomic<std::uint32_t> fault{0}; ///< HostFault
    std::atomic<std::uint32_t> isWrite{0};
    std::atomic<std::uint32_t> isOutput{0}; ///< `tensor` is an output; else an input
    std::atomic<std::uint32_t> tensor{0};
    std::atomic<std::int64_t> distance{0}; ///< bytes after the end, or negative: before the start
    std::atomic<std::uint64_t> address{0};
    std::atomic<std::uint32_t> allocationFailed{0};
    std::atomic<std::uint32_t> processLimitReached{0};
    std::atomic<std::uint32_t> exitCalled{0}; ///< exit() ran in the host process itself

    CallLine line; ///< requests for calls on the processor
};

/// Owner of the page, mapped read-write.
class HostStatusPage
{
public:
    static Result<HostStatusPage> create();
    static Result<HostStatusPage> map(Fd fd);

    HostStatusPage(HostStatusPage &&other) noexcept;
    ~HostStatusPage();

    int fd() const { return m_fd.get(); }
    HostStatus &operator*() const { return *m_status; }
    HostStatus *operator->() const { return m_status; }

private:
    HostStatusPage(Fd fd, HostStatus *status) : m_fd(std::move(fd)), m_status(status) { }
    Fd m_fd;
    HostStatus *m_status;
};

} // namespace loupe
