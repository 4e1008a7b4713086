// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe-host/faults.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdlib>

#include <ucontext.h>
#include <unistd.h>

namespace loupe {

namespace {

struct WatchedTensor {
    std::uintptr_t pagesBegin = 0;
    std::uintptr_t pagesEnd = 0;
    std::uintptr_t dataBegin = 0;
    std::uintptr_t dataEnd = 0;
    bool isOutput = false;
    std::uint32_t index = 0;
};

constexpr std::size_t maxWatched = 512;
constexpr std::size_t alternateStackBytes = std::size_t{64} << 10;
constexpr std::uintptr_t stackNeighbourhood = std::uintptr_t{64} << 10;
constexpr std::uintptr_t writeBit = 2; // bit of the page fault error code

// A signal handler can only reach globals.
HostStatus *sharedStatus = nullptr;
pid_t hostProcess = 0;
std::array<WatchedTensor, maxWatched> watched;
std::atomic<std::size_t> watchedCount{0};
alignas(16) std::array<std::byte, alternateStackBytes> alternateStack;

/// Returns the tensor nearest to the address, or null if no guard area contains the address.
const WatchedTensor *neighbour(std::uintptr_t address)
{
    const std::size_t count = watchedCount;
    const WatchedTensor *nearest = nullptr;
    std::uintptr_t least = arenaGuardBytes;
    for (std::size_t i = 0; i < count; ++i) {
        const WatchedTensor &tensor = watched[i];
        std::uintptr_t distance = 0;
        if (address < tensor.pagesBegin)
            distance = tensor.pagesBegin - address;
        else if (address >= tensor.pagesEnd)
            distance = address - tensor.pagesEnd;
        if (distance < least) {
            least = distance;
            nearest = &tensor;
        }
    }
    return nearest;
}

bool isNearStack(std::uintptr_t address, const ucontext_t *context)
{
#ifdef __x86_64__
    const auto stack = static_cast<std::uintptr_t>(context->uc_mcontext.gregs[REG_RSP]);
    const std::uintptr_t distance = address > stack ? address - stack : stack - address;
    return distance < stackNeighbourhood;
#else
    return address == 0 && context == nullptr;
#endif
}

bool isWriteAccess(const ucontext_t *context)
{
#ifdef __x86_64__
    return (static_cast<std::uintptr_t>(context->uc_mcontext.gregs[REG_ERR]) & writeBit) != 0;
#else
    return context == nullptr;
#endif
}

HostFault classify(std::uintptr_t address, const ucontext_t *context)
{
    sharedStatus->isWrite = isWriteAccess(context) ? 1U : 0U;
    const WatchedTensor *tensor = neighbour(address);
    if (tensor == nullptr)
        return isNearStack(address, context) ? HostFault::StackOverflow : HostFault::Elsewhere;
    sharedStatus->tensor = tensor->index;
    sharedStatus->isOutput = tensor->isOutput ? 1U : 0U;
    if (address >= tensor->pagesBegin && address < tensor->pagesEnd)
        return tensor->isOutput ? HostFault::Elsewhere : HostFault::WroteInput;
    sharedStatus->distance = static_cast<std::int64_t>(
        address < tensor->dataBegin ? address - tensor->dataBegin : address - tensor->dataEnd);
    return HostFault::BesideTensor;
}

void onDeadlySignal(int signal, siginfo_t *info, void *context)
{
    std::int32_t none = 0;
    if (isHostProcess() && sharedStatus->signal.compare_exchange_strong(none, signal)
        && info->si_code > 0 && (signal == SIGSEGV || signal == SIGBUS)) {
        const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
        sharedStatus->address = address;
        sharedStatus->fault = static_cast<std::uint32_t>(
            classify(address, static_cast<const ucontext_t *>(context)));
    }
    // The default action runs as soon as the handler returns.
    struct sigaction standard = {};
    standard.sa_handler = SIG_DFL;
    sigaction(signal, &standard, nullptr);
    raise(signal);
}

void noteExit()
{
    if (isHostProcess())
        sharedStatus->exitCalled = 1;
}

void watch(const TensorArena &arena, bool isOutput, std::size_t slots)
{
    const std::size_t ofOneCall = std::max<std::size_t>(1, arena.count() / slots);
    const ArenaLayout layout = arenaLayout(arena.specs());
    for (std::size_t i = 0; i < arena.count() && watchedCount < maxWatched; ++i) {
        const auto data = reinterpret_cast<std::uintptr_t>(arena.bytes(i).data());
        const ArenaLayout::Tensor &place = layout.places[i];
        const std::uintptr_t pages = data - place.dataOffset;
        watched[watchedCount] = {pages,    pages + place.pageBytes,
                                 data,     data + place.dataBytes,
                                 isOutput, static_cast<std::uint32_t>(i % ofOneCall)};
        ++watchedCount;
    }
}

} // namespace

void watchFaults(HostStatus &status)
{
    sharedStatus = &status;
    hostProcess = getpid();
    std::atexit(noteExit);
    const stack_t stack{alternateStack.data(), 0, alternateStack.size()};
    sigaltstack(&stack, nullptr);
    struct sigaction action = {};
    action.sa_sigaction = onDeadlySignal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigfillset(&action.sa_mask);
    for (const int signal :
         {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGXCPU, SIGXFSZ})
        sigaction(signal, &action, nullptr);
}

void watchTensors(const TensorArena &inputs, const TensorArena &outputs, std::size_t slots)
{
    watchedCount = 0;
    watch(inputs, false, slots);
    watch(outputs, true, slots);
}

HostStatus *watchedStatus()
{
    return sharedStatus;
}

bool isHostProcess()
{
    return getpid() == hostProcess;
}

} // namespace loupe
