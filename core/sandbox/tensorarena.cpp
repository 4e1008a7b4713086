// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/tensorarena.h"

#include "core/sandbox/systemerror.h"
#include "core/sandbox/tensorspecjson.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace {

constexpr std::size_t pageSize = 4096;
constexpr std::size_t dataAlignment = 64;
/// What a thread forks has our writable mappings until it executes another program.
constexpr std::chrono::milliseconds forkPatience{1000};

constexpr std::size_t roundUp(std::size_t value, std::size_t step)
{
    return (value + step - 1) / step * step;
}

Status checkSpecs(std::span<const TensorSpec> specs)
{
    for (const TensorSpec &spec : specs) {
        if (Status checked = checkTensorSpec(spec); !checked)
            return checked;
    }
    return {};
}

} // namespace

ArenaLayout arenaLayout(std::span<const TensorSpec> specs)
{
    ArenaLayout layout;
    for (const TensorSpec &spec : specs) {
        ArenaLayout::Place place;
        place.dataBytes = static_cast<std::size_t>(spec.bytes());
        const std::size_t aligned = roundUp(place.dataBytes, dataAlignment);
        place.pageOffset = layout.fileBytes;
        place.pageBytes = std::max(roundUp(aligned, pageSize), pageSize);
        place.dataOffset = place.pageBytes - aligned;
        layout.fileBytes += place.pageBytes;
        layout.places.push_back(place);
    }
    return layout;
}

struct TensorArena::State {
    State(Fd memory, std::span<const TensorSpec> tensors)
        : fd(std::move(memory))
        , specs(tensors.begin(), tensors.end())
        , layout(arenaLayout(specs))
    {
    }
    State(const State &) = delete;
    State &operator=(const State &) = delete;
    ~State()
    {
        if (region != nullptr)
            munmap(region, regionBytes());
    }

    std::size_t regionBytes() const
    {
        return layout.fileBytes + arenaGuardBytes * (specs.size() + 1);
    }
    std::byte *pages(std::size_t i) const
    {
        return region + arenaGuardBytes * (i + 1) + layout.places[i].pageOffset;
    }
    /// Reserves the whole region inaccessible, then maps each tensor's pages into it.
    Status map(Access access)
    {
        if (region == nullptr) {
            void *reserved = mmap(nullptr, regionBytes(), PROT_NONE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (reserved == MAP_FAILED)
                return systemError("cannot reserve address space for tensors");
            region = static_cast<std::byte *>(reserved);
        }
        // Before Linux 6.7 sealed memory cannot be mapped shared, not even read-only.
        const bool writable = access == Access::ReadWrite;
        const int protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
        const int flags = MAP_FIXED | (writable ? MAP_SHARED : MAP_PRIVATE);
        for (std::size_t i = 0; i < specs.size(); ++i) {
            const ArenaLayout::Place &place = layout.places[i];
            if (mmap(pages(i), place.pageBytes, protection, flags, fd.get(),
                     static_cast<off_t>(place.pageOffset))
                == MAP_FAILED)
                return systemError("cannot map tensors");
        }
        return {};
    }
    void poisonSlack() const
    {
        for (std::size_t i = 0; i < specs.size(); ++i) {
            const ArenaLayout::Place &place = layout.places[i];
            const std::size_t end = place.dataOffset + place.dataBytes;
            std::fill_n(pages(i), place.dataOffset, poisonByte);
            std::fill_n(pages(i) + end, place.pageBytes - end, poisonByte);
        }
    }

    Fd fd;
    std::vector<TensorSpec> specs;
    ArenaLayout layout;
    std::byte *region = nullptr;
};

TensorArena::TensorArena(std::unique_ptr<State> state) : m_state(std::move(state)) { }
TensorArena::TensorArena(TensorArena &&) noexcept = default;
TensorArena &TensorArena::operator=(TensorArena &&) noexcept = default;
TensorArena::~TensorArena() = default;

Result<TensorArena> TensorArena::create(std::span<const TensorSpec> specs)
{
    if (Status checked = checkSpecs(specs); !checked)
        return checked.error();
    Fd fd(memfd_create("loupe-tensors", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!fd)
        return systemError("cannot create shared memory");
    auto state = std::make_unique<State>(std::move(fd), specs);
    // Nobody who gets the descriptor may cut the memory off below our feet.
    if (ftruncate(state->fd.get(), static_cast<off_t>(state->layout.fileBytes)) != 0
        || fcntl(state->fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0)
        return systemError("cannot size shared memory");
    if (Status mapped = state->map(Access::ReadWrite); !mapped)
        return mapped.error();
    state->poisonSlack();
    return TensorArena(std::move(state));
}

Result<TensorArena> TensorArena::map(Fd fd, std::span<const TensorSpec> specs, Access access)
{
    if (Status checked = checkSpecs(specs); !checked)
        return checked.error();
    auto state = std::make_unique<State>(std::move(fd), specs);
    struct stat facts = {};
    if (fstat(state->fd.get(), &facts) != 0)
        return systemError("cannot look at received memory");
    const int seals = fcntl(state->fd.get(), F_GET_SEALS);
    if (seals < 0 || (seals & F_SEAL_SHRINK) == 0
        || static_cast<std::size_t>(facts.st_size) != state->layout.fileBytes)
        return Error{Errc::Corrupt, "received memory does not fit its tensors", {}, {}, {}};
    if (Status mapped = state->map(access); !mapped)
        return mapped.error();
    return TensorArena(std::move(state));
}

int TensorArena::fd() const
{
    return m_state->fd.get();
}

std::size_t TensorArena::count() const
{
    return m_state->specs.size();
}

const TensorSpec &TensorArena::spec(std::size_t i) const
{
    return m_state->specs[i];
}

std::span<const TensorSpec> TensorArena::specs() const
{
    return m_state->specs;
}

std::span<std::byte> TensorArena::bytes(std::size_t i)
{
    const ArenaLayout::Place &place = m_state->layout.places[i];
    return {m_state->pages(i) + place.dataOffset, place.dataBytes};
}

std::span<const std::byte> TensorArena::bytes(std::size_t i) const
{
    const ArenaLayout::Place &place = m_state->layout.places[i];
    return {m_state->pages(i) + place.dataOffset, place.dataBytes};
}

void TensorArena::poison()
{
    for (std::size_t i = 0; i < count(); ++i)
        std::fill_n(m_state->pages(i), m_state->layout.places[i].pageBytes, poisonByte);
}

int TensorArena::damagedSlack() const
{
    for (std::size_t i = 0; i < count(); ++i) {
        const ArenaLayout::Place &place = m_state->layout.places[i];
        const std::span<const std::byte> pages(m_state->pages(i), place.pageBytes);
        if (!isPoisoned(pages.first(place.dataOffset))
            || !isPoisoned(pages.subspan(place.dataOffset + place.dataBytes)))
            return static_cast<int>(i);
    }
    return -1;
}

Status TensorArena::seal()
{
    // Our own writable mapping would keep the kernel from sealing.
    if (Status mapped = m_state->map(Access::ReadOnly); !mapped)
        return mapped;
    const auto add = [this] {
        constexpr int all = F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
        return fcntl(m_state->fd.get(), F_ADD_SEALS, all) == 0 ? 0 : errno;
    };
    int code = add();
    const auto end = std::chrono::steady_clock::now() + forkPatience;
    while (code == EBUSY && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        code = add();
    }
    if (code == 0)
        return {};
    const int seals = fcntl(m_state->fd.get(), F_GET_SEALS);
    if (seals >= 0 && (seals & F_SEAL_WRITE) != 0)
        return {};
    Error error = systemError("cannot seal tensors", {}, code);
    if (code == EBUSY) {
        error.code = Errc::Busy;
        error.hint = "another process still maps them writable";
    }
    return error;
}

Result<TensorArena> TensorArena::snapshot() const
{
    Result<TensorArena> copy = create(m_state->specs);
    if (!copy)
        return copy;
    for (std::size_t i = 0; i < count(); ++i)
        std::copy_n(m_state->pages(i), m_state->layout.places[i].pageBytes,
                    copy->m_state->pages(i));
    return copy;
}

bool isPoisoned(std::span<const std::byte> bytes)
{
    return std::ranges::all_of(bytes, [](std::byte value) { return value == poisonByte; });
}

} // namespace loupe
