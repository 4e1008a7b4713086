// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/hoststatus.h"

#include "core/sandbox/system/systemerror.h"

#include <new>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace loupe {

namespace {

constexpr std::size_t pageBytes = 4096;
static_assert(sizeof(HostStatus) <= pageBytes);

} // namespace

Result<HostStatusPage> HostStatusPage::create()
{
    Fd fd(memfd_create("loupe-status", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    // The size is sealed, because shrinking the page would make our own reads fault.
    if (!fd || ftruncate(fd.get(), pageBytes) != 0
        || fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        return systemError("cannot create a status page");
    return map(std::move(fd));
}

Result<HostStatusPage> HostStatusPage::map(Fd fd)
{
    void *memory = mmap(nullptr, pageBytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
    if (memory == MAP_FAILED)
        return systemError("cannot map the status page");
    return HostStatusPage(std::move(fd), new (memory) HostStatus);
}

HostStatusPage::HostStatusPage(HostStatusPage &&other) noexcept
    : m_fd(std::move(other.m_fd))
    , m_status(std::exchange(other.m_status, nullptr))
{
}

HostStatusPage::~HostStatusPage()
{
    if (m_status != nullptr)
        munmap(m_status, pageBytes);
}

} // namespace loupe
